import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { openSheet } from '#kit/pages/open-form.ts';
import { useAct } from '#kit/ui/api.ts';
import { Hint, KeyValue } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { Loaded } from '#kit/ui/loaded.tsx';
import { ThingPicture } from '#kit/ui/thing-picture.tsx';
import { type HandoverRecord, handoverContract } from '../contract.ts';
import { pickupCodeIn } from '../rules/pickup-code.ts';
import classes from './handover.module.css';
import { ScanBox } from './scan-box.tsx';

const { readByCode, handOut } = handoverContract;

const Title = () => useText()('handover:action.handOut');

/** Asks for a pick-up code, unless there is one, shows what it stands for, and hands it out. */
export const openHandOut = (code?: string) =>
  openSheet({
    title: <Title />,
    content: (close) => <HandOut first={code} onDone={() => close()} />,
  });

function HandOut({ first, onDone }: { first: string | undefined; onDone: () => void }) {
  const t = useText();
  const [typed, setTyped] = useState(first);
  const code = typed && pickupCodeIn(typed);
  return (
    <Stack pb="md">
      <ScanBox label={t('handover:handOut.scan')} onText={setTyped} />
      {typed && !code && (
        <Text c="red.9" role="alert">
          {t('handover:error.noCode')}
        </Text>
      )}
      {code ? (
        <Loaded key={code} call={[readByCode, { code }]}>
          {(found) => <Found code={code} found={found} onDone={onDone} />}
        </Loaded>
      ) : (
        <Hint>{t('handover:handOut.hint')}</Hint>
      )}
    </Stack>
  );
}

function Found({ code, found, onDone }: { code: string; found: HandoverRecord; onDone: () => void }) {
  const t = useText();
  const giving = useAct(handOut, { success: 'handover:handOut.done', onDone });
  const give = useRef<HTMLButtonElement>(null);
  // one look, one Enter; what a scanner types meanwhile presses nothing
  useEffect(() => give.current?.focus(), []);
  return (
    <>
      <div className={classes.found}>
        <ThingPicture picture={found.picture} size={72} />
        <Text fw={650} size="lg">
          {found.goods}
        </Text>
      </div>
      <KeyValue
        rows={[
          { label: t('kit:thing.memberLabel'), value: found.playerName ?? '' },
          { label: t('handover:field.price'), value: found.price },
          { label: t('kit:thing.siteLabel'), value: found.fieldName ?? '' },
          { label: t('handover:field.state'), value: t(`handover:state.${found.state}`) },
        ]}
      />
      {found.state === 'ready' ? (
        <Button ref={give} size="md" loading={giving.isPending} onClick={() => giving.mutate({ code })}>
          {t('handover:handOut.give')}
        </Button>
      ) : (
        <Text c="red.9" role="alert">
          {t(`handover:error.over.${found.state}`)}
        </Text>
      )}
    </>
  );
}
