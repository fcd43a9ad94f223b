import { hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';

/** A code that was looked up and not verified; what the platform said of it is old then. */
export const preparedMs = 10 * minuteMs;

const stepsMs = [
  5 * secondMs,
  10 * secondMs,
  20 * secondMs,
  40 * secondMs,
  2 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
];

/** How long to wait after the n-th look (from 0) at something that has no answer or could not be given yet. */
export const waitAfter = (attempts: number): number =>
  stepsMs[Math.min(attempts, stepsMs.length - 1)] as number;

export const later = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
