import { formatFen } from '#kit/kernel/money.ts';
import { formatDate } from '#kit/kernel/time.ts';
import { useText } from '#kit/ui/i18n.ts';
import type { recordUnits } from '../contract.ts';
import classes from './player-app.module.css';

/** To the minute, in the reader's own time zone. */
export const momentText = (at: string): string => formatDate(new Date(at), 'Y-m-d H:M');

/** Under a row's title, on as many lines as it takes. */
export const Whole = ({ parts }: { parts: readonly (string | null)[] }) => (
  <span className={classes.whole}>{parts.filter(Boolean).join(' · ')}</span>
);

/** Always says of what it is so much: yuan have their sign, everything else its name. */
export function SignedAmount(props: {
  unit: (typeof recordUnits)[number] | 'play';
  amount: number;
  /** how much there is, and not what came or went */
  plain?: boolean;
}) {
  const t = useText();
  const { unit, amount, plain } = props;
  const size = Math.abs(amount);
  const words =
    unit === 'fen' ? `${t('kit:player.yuan')}${formatFen(size)}` : t(`kit:pieces.${unit}`, { count: size });
  const sign = amount < 0 ? '−' : plain ? '' : '+';
  return <span className={!plain && amount > 0 ? classes.in : undefined}>{`${sign}${words}`}</span>;
}
