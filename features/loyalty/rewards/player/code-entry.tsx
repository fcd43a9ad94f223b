import { useState } from 'react';
import type { OutputOf } from '#kit/contract/endpoint.ts';
import { inGroups, plainCode } from '#kit/kernel/typed-code.ts';
import { useSend } from '#kit/player/answers.ts';
import { Button } from '#kit/player/button.tsx';
import { Card } from '#kit/player/card.tsx';
import { Field } from '#kit/player/field.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { rewardsContract } from '../contract.ts';

export type Redeemed = OutputOf<typeof rewardsContract.redeemVoucher>;

const codePattern = /^[0-9A-Z]{12}$/;

/** Where the code of a voucher is typed; `payAt` where it is to pay at once. */
export function CodeEntry(props: {
  scanned?: string;
  payAt?: string;
  onRedeemed: (redeemed: Redeemed) => void;
}) {
  const t = useText();
  const [typed, setTyped] = useState(inGroups(props.scanned ?? ''));
  const { send, busy, refusal } = useSend(rewardsContract.redeemVoucher);
  const code = plainCode(typed);
  const redeem = async () => {
    const answer = await send({ code, ...(props.payAt && { payAt: props.payAt }) });
    if (answer) props.onRedeemed(answer);
  };
  return (
    <Card>
      <Field
        label={t('rewards:redeem.code')}
        hint={t('rewards:redeem.codeHint')}
        value={typed}
        onChange={setTyped}
        maxLength={20}
      />
      {refusal && <Notice tone="bad">{refusal}</Notice>}
      <Button
        kind={props.payAt ? 'soft' : 'main'}
        busy={busy}
        disabled={!codePattern.test(code)}
        onClick={() => void redeem()}
      >
        {t('rewards:redeem.redeem')}
      </Button>
    </Card>
  );
}
