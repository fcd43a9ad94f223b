import { conflict } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import { isPassWay, type PayWay } from '../contract/kinds.ts';

/** Staff may change a price while somebody looks at it: what was not shown is not taken. Absent: not compared. */
export function assertShown(amount: number, payWay: PayWay, shown: number | undefined): void {
  if (shown === undefined || shown === amount) return;
  if (payWay === 'coin') throw conflict('orders:error.priceChanged.coin', { count: amount });
  if (isPassWay(payWay)) throw conflict('orders:error.priceChanged.play', { count: amount });
  throw conflict('orders:error.priceChanged.fen', { amount: formatFen(amount) });
}
