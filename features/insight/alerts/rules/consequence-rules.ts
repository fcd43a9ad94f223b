import { type Consequence, isTyped } from '#kit/contract/consequence.ts';
import { partOf } from '#kit/kernel/money.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { Threshold } from '../contract/kinds.ts';

/** A win rate that is common, for examples. */
const commonBasisPoints = 300;

/** What a threshold comes to: hours, or what happens where the common win rate is set. */
export function thresholdMeans(unit: Threshold['unit'], threshold: unknown): Consequence | undefined {
  if (!isTyped(threshold) || threshold === 0) return undefined;
  if (unit === 'minutes')
    return threshold >= 60
      ? { text: 'alerts:rules.thatIs', params: { timeMs: threshold * minuteMs } }
      : undefined;
  const setBasisPoints = commonBasisPoints;
  return unit === 'percent'
    ? {
        text: 'alerts:rules.rateOf',
        params: { setBasisPoints, reachedBasisPoints: partOf(commonBasisPoints, threshold * 100) },
      }
    : {
        text: 'alerts:rules.prizesIn',
        params: { setBasisPoints, plays: threshold, prizes: partOf(threshold, commonBasisPoints) },
      };
}
