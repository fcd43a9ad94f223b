import { type Consequence, isTyped } from '#kit/contract/consequence.ts';
import { partOf, wholeBasisPoints } from '#kit/kernel/money.ts';
import type { Cost } from '../contract/shared.ts';

const hundredYuanFen = 100_00;

/** What somebody gets of a hundred yuan that are shared. */
export function shareOfHundred(ratio: unknown, name: string | undefined): Consequence | undefined {
  if (!isTyped(ratio) || ratio > wholeBasisPoints || !name) return undefined;
  return {
    text: 'sharing:consequence.share',
    params: { ratioBasisPoints: ratio, ofFen: hundredYuanFen, shareFen: partOf(hundredYuanFen, ratio), name },
  };
}

/** What a cost takes off takings of a hundred yuan, of a hundred orders, of a month. */
export function costMeans({ kind, basisPoints, amountFen }: Cost): Consequence | undefined {
  if (kind === 'percent')
    return isTyped(basisPoints) && basisPoints <= wholeBasisPoints
      ? {
          text: 'sharing:consequence.percent',
          params: { ofFen: hundredYuanFen, costFen: partOf(hundredYuanFen, basisPoints) },
        }
      : undefined;
  if (!isTyped(amountFen)) return undefined;
  if (kind === 'perOrder')
    return { text: 'sharing:consequence.perOrder', params: { costFen: amountFen * 100 } };
  if (kind === 'perDay') return { text: 'sharing:consequence.perDay', params: { costFen: amountFen * 30 } };
  return undefined;
}
