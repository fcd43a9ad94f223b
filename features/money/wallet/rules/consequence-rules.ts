import { type Consequence, isTyped, typedIn } from '#kit/contract/consequence.ts';
import { partOf, wholeBasisPoints } from '#kit/kernel/money.ts';
import { addDays } from '#kit/kernel/time.ts';
import { withdrawalFee } from './fee-rules.ts';

type Values = Readonly<Record<string, unknown>>;

const hundredYuanFen = 100_00;
const thousandYuanFen = 1_000_00;

/** What arrives of a payment of a hundred yuan. */
export function arrivesOfHundred(rate: unknown): Consequence | undefined {
  if (!isTyped(rate) || rate > wholeBasisPoints) return undefined;
  const feeFen = partOf(hundredYuanFen, rate);
  return {
    text: 'wallet:consequence.rate',
    params: { paidFen: hundredYuanFen, feeFen, arrivesFen: hundredYuanFen - feeFen },
  };
}

/** What it costs to withdraw a thousand yuan. */
export function withdrawalCosts(way: 'bank' | 'wechat', values: Values): Consequence | undefined {
  const typed = typedIn(values, `${way}FeeBasisPoints`, `${way}FeeMinimumFen`);
  if (!typed) return undefined;
  const basisPoints = typed[`${way}FeeBasisPoints`];
  if (basisPoints > wholeBasisPoints) return undefined;
  const rule = { basisPoints, minimumFen: typed[`${way}FeeMinimumFen`] };
  return {
    text: 'wallet:consequence.withdrawal',
    params: { amountFen: thousandYuanFen, ...withdrawalFee(thousandYuanFen, rule) },
  };
}

/** Up to which amount the least fee counts instead of the rate. */
export function leastFeeUpTo(way: 'bank' | 'wechat', values: Values): Consequence | undefined {
  const typed = typedIn(values, `${way}FeeBasisPoints`, `${way}FeeMinimumFen`);
  const basisPoints = typed?.[`${way}FeeBasisPoints`];
  const minimumFen = typed?.[`${way}FeeMinimumFen`];
  if (!basisPoints || !minimumFen) return undefined;
  return {
    text: 'wallet:consequence.leastFee',
    params: { amountFen: Math.floor((minimumFen * wholeBasisPoints) / basisPoints) },
  };
}

/** From which day on money topped up today may be withdrawn. */
export const heldUntil = (days: unknown, today: string): Consequence | undefined =>
  isTyped(days) && Number.isInteger(days) && days > 0 && days <= 365
    ? { text: 'wallet:consequence.heldUntil', params: { day: addDays(today, days) } }
    : undefined;

/** What stays in a wallet when so much leaves it. */
export function staysBehind(availableFen: number, amountFen: unknown): Consequence | undefined {
  if (!isTyped(amountFen)) return undefined;
  return amountFen <= availableFen
    ? { text: 'wallet:consequence.stays', params: { leftFen: availableFen - amountFen } }
    : { text: 'wallet:consequence.short', params: { shortFen: amountFen - availableFen } };
}
