import { Paper } from '@mantine/core';
import { useState } from 'react';
import { failureMessage, useAct } from '#kit/ui/api.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { PreparedCode } from '../contract/verifications.ts';
import { groupBuysContract } from '../contract.ts';
import { CodeBox } from './code-box.tsx';
import { GiveCode } from './give-code.tsx';
import { type Verified, VerifyResult } from './verify-result.tsx';

/** A code from the customer's phone to what it is good for: look up, name the member, verify. */
export function Verify({ storeId }: { storeId: string }) {
  const t = useText();
  const [prepared, setPrepared] = useState<PreparedCode>();
  const [code, setCode] = useState('');
  const [verified, setVerified] = useState<Verified>();
  const prepare = useAct(groupBuysContract.prepareCode, { quiet: true, onDone: setPrepared });
  const lookUp = (text: string) => {
    setCode(text);
    setVerified(undefined);
    prepare.mutate({ storeId, code: text });
  };
  const begin = () => {
    setPrepared(undefined);
    setVerified(undefined);
    prepare.reset();
  };
  if (verified) return <VerifyResult verified={verified} onNext={begin} onMore={() => lookUp(code)} />;
  if (prepared)
    return <GiveCode key={prepared.id} prepared={prepared} onVerified={setVerified} onBack={begin} />;
  return (
    <Paper withBorder p="md">
      <CodeBox
        label={t('groupbuys:page.code')}
        placeholder={t('groupbuys:page.codeHint')}
        take={t('groupbuys:page.lookUp')}
        busy={prepare.isPending}
        problem={prepare.error ? failureMessage(prepare.error) : undefined}
        onCode={lookUp}
      />
    </Paper>
  );
}
