import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { useSend } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { Choices } from '#kit/player/choices.tsx';
import { Field } from '#kit/player/field.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import type { Platform } from '../contract/kinds.ts';
import type { PreparedCode } from '../contract/verifications.ts';
import { groupBuysContract } from '../contract.ts';
import { ScanSheet } from './scan-sheet.tsx';

interface CodeFormProps {
  shop: OutputOf<typeof groupBuysContract.readOwnShop>;
  scanned: string;
  onPrepared: (prepared: PreparedCode) => void;
}

/** Whose code it is, and the code. */
export function CodeForm({ shop, scanned, onPrepared }: CodeFormProps) {
  const t = useText();
  const [platform, setPlatform] = useState<Platform | undefined>(shop.platforms[0]);
  const [code, setCode] = useState(scanned);
  const [scanning, setScanning] = useState(false);
  const { send, busy, refusal } = useSend(groupBuysContract.prepareOwnCode);
  const lookUp = async (text: string) => {
    if (!platform) return;
    const answer = await send({ fieldId: shop.fieldId, platform, code: text.trim() });
    if (answer) onPrepared(answer);
  };
  return (
    <Card heading={shop.fieldName}>
      {shop.platforms.length > 1 && (
        <Choices
          label={t('groupbuys:own.whose')}
          chosen={platform}
          onChoose={(key) => setPlatform(key as Platform)}
          entries={shop.platforms.map((key) => ({ key, title: t(`groupbuys:platform.${key}`) }))}
        />
      )}
      <Field
        label={t('groupbuys:own.code')}
        hint={t('groupbuys:own.codeHint')}
        value={code}
        onChange={setCode}
        maxLength={300}
        autoComplete="off"
      />
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button busy={busy} disabled={code.trim() === ''} onClick={() => void lookUp(code)}>
        {t('groupbuys:own.lookUp')}
      </Button>
      <Button kind="soft" disabled={busy} onClick={() => setScanning(true)}>
        {t('groupbuys:own.scan')}
      </Button>
      <ScanSheet
        open={scanning}
        onClose={() => setScanning(false)}
        onFound={(text) => {
          setScanning(false);
          setCode(text);
          void lookUp(text);
        }}
      />
    </Card>
  );
}
