import { useCall } from '#kit/ui/api.ts';
import { Hint, Money } from '#kit/ui/display.tsx';
import { useText } from '#kit/ui/i18n.ts';
import { walletContract } from '../contract.ts';
import classes from './wallet.module.css';

/** What it costs and what arrives, before anything is asked for. */
export function Quote({
  amountFen,
  target,
}: {
  amountFen: number | undefined;
  target: 'bank' | 'wechat' | undefined;
}) {
  const t = useText();
  const enabled = amountFen !== undefined && amountFen > 0 && target !== undefined;
  const { data } = useCall(
    walletContract.quoteWithdrawal,
    { amountFen: amountFen ?? 1, target: target ?? 'bank' },
    { enabled, keepPrevious: true },
  );
  const shown = enabled ? data : undefined;
  return (
    <div className={classes.quote} aria-live="polite">
      <div className={classes.quoteLine}>
        <span>{t('wallet:field.feeFen')}</span>
        <Money fen={shown?.feeFen} />
      </div>
      <div className={classes.quoteLine}>
        <strong>{t('wallet:field.arrivesFen')}</strong>
        <strong>
          <Money fen={shown?.arrivesFen} />
        </strong>
      </div>
      {shown?.needsSecond && <Hint>{t('wallet:withdraw.second')}</Hint>}
    </div>
  );
}
