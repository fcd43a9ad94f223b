import { useState } from 'react';
import { Button } from '#kit/player/button.tsx';
import { Notice } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { CodeEntry, type Redeemed } from './code-entry.tsx';

/**
 * A voucher where something is paid: its coins pay, its card plays or lowers the price. What it gave is the player's own
 * from then on, so whatever becomes of the order gives back coins and plays, not the paper.
 */
export default function ApplyVoucher({
  payAt,
  onRedeemed,
}: {
  payAt: string;
  onRedeemed: (value: 'coin' | 'card') => void;
}) {
  const t = useText();
  const [open, setOpen] = useState(false);
  const [redeemed, setRedeemed] = useState<Redeemed>();
  const done = (answer: Redeemed) => {
    setRedeemed(answer);
    setOpen(false);
    onRedeemed(answer.value === 'card' ? 'card' : 'coin');
  };
  return (
    <>
      {redeemed && (
        <Notice tone="good">
          {t(`rewards:redeem.applied.${redeemed.value === 'card' ? 'card' : 'coin'}`, {
            worth: redeemed.worthText,
          })}
        </Notice>
      )}
      {open ? (
        <CodeEntry payAt={payAt} onRedeemed={done} />
      ) : (
        <Button kind="plain" onClick={() => setOpen(true)}>
          {t('rewards:redeem.apply')}
        </Button>
      )}
    </>
  );
}
