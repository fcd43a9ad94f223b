import { hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { announce } from '#kit/server/gathered-writes.ts';

export const wakeChannel = 'payments_wake';

/** Reaches the workers when the transaction has committed. */
export async function wakeWorkers(tx: Tx): Promise<void> {
  announce(tx, wakeChannel);
}

const stepsMs = [
  20 * secondMs,
  40 * secondMs,
  2 * minuteMs,
  5 * minuteMs,
  10 * minuteMs,
  30 * minuteMs,
  hourMs,
];

/** How long to wait after the n-th look (from 0) at something the platform has not answered. */
export const waitAfter = (attempts: number): number =>
  stepsMs[Math.min(attempts, stepsMs.length - 1)] as number;

export const later = (now: Date, ms: number) => new Date(now.getTime() + ms);

/** After it somebody has to mend something by hand: no platform is asked for ever. */
export const giveUpAfterMs = 72 * hourMs;
