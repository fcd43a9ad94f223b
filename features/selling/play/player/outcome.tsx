import type { ReactNode } from 'react';
import { formatDate } from '#kit/kernel/time.ts';
import { Coins, Money } from '#kit/player/amount.tsx';
import { Notice, type Tone } from '#kit/player/notice.tsx';
import { useText } from '#kit/ui/i18n.ts';
import classes from './machine.module.css';
import type { OrderProgress } from './order-standing.ts';

/** Money, coins or plays, never a bare number. */
export function Amount({ unit, amount }: { unit: OrderProgress['unit']; amount: number }) {
  const t = useText();
  if (unit === 'play') return <>{t('kit:pieces.play', { count: amount })}</>;
  return unit === 'coin' ? <Coins count={amount} /> : <Money fen={amount} />;
}

/** translation `play:end.<key>` */
function endOf(progress: OrderProgress): [string, Tone] {
  const { state, faulty, kind, byMachine, refundedAmount, unit, asked, counted } = progress;
  // it has answered: some came, and staff see to the rest
  if (faulty && counted && counted < (asked ?? 0)) return ['partly', 'warn'];
  if (faulty) return ['faulty', 'warn'];
  switch (state) {
    case 'created':
      return ['unpaid', 'plain'];
    case 'closed':
      return ['closed', 'warn'];
    case 'refunding':
      return ['refunding', 'warn'];
    case 'refunded':
      return [unit === 'play' ? 'playsBack' : 'refunded', 'warn'];
    case 'partlyFulfilled':
      return ['partly', 'warn'];
    case 'fulfilled':
      if (kind === 'goods' && !byMachine) return ['bought', 'good'];
      if (refundedAmount > 0) return [kind === 'card' ? 'cardEnded' : 'partly', 'warn'];
      if (kind === 'card') return ['card', 'good'];
      return [
        !byMachine ? 'stored' : kind === 'play' ? 'played' : kind === 'goods' ? 'goods' : 'coins',
        'good',
      ];
    case 'paid':
    case 'fulfilling':
      return ['moving', 'plain'];
  }
}

/** What became of it, in one sentence, and of the money in another. */
export function Outcome({ progress }: { progress: OrderProgress }) {
  const t = useText();
  const { unit, refundedAmount, asked, counted, faulty, deadlineAt, state } = progress;
  const [end, tone] = endOf(progress);
  const more: ReactNode =
    refundedAmount > 0 ? (
      <>
        {t(state === 'refunding' ? 'play:end.goesBack' : 'play:end.isBack')}{' '}
        <Amount unit={unit} amount={refundedAmount} />
      </>
    ) : faulty && deadlineAt ? (
      t('play:end.atTheLatest', { at: formatDate(new Date(deadlineAt), 'm-d H:M') })
    ) : null;
  return (
    <Notice tone={tone}>
      <strong className={classes.state}>
        {t(`play:end.${end}`, { counted: counted ?? 0, asked: asked ?? 0 })}
      </strong>
      {more ?? t(`play:endHint.${end}`)}
    </Notice>
  );
}
