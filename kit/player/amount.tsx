import { formatFen } from '#kit/kernel/money.ts';
import { useText } from '#kit/ui/i18n.ts';
import classes from './amount.module.css';

/** Yuan with the fen smaller: what people read first is the whole. */
export function Money({ fen, big = false }: { fen: number; big?: boolean }) {
  const t = useText();
  const [whole, rest] = formatFen(fen).split('.');
  return (
    <span className={classes.amount} data-big={big || undefined}>
      <span className={classes.sign}>{t('kit:player.yuan')}</span>
      {whole}
      <span className={classes.rest}>.{rest}</span>
    </span>
  );
}

/** A number of coins beside one. */
export function Coins({ count, big = false }: { count: number; big?: boolean }) {
  const t = useText();
  const [before, after] = t('kit:player.coins', { count }).split(String(count));
  return (
    <span className={classes.amount} data-big={big || undefined}>
      <svg viewBox="0 0 24 24" className={classes.coin} aria-hidden="true">
        <circle cx="12" cy="12" r="11" />
        <circle cx="12" cy="12" r="7.5" className={classes.ring} />
      </svg>
      {before}
      {count}
      <span className={classes.rest}>{after}</span>
    </span>
  );
}
