import { dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';

/** What each does stands in docs/orders.md and in sweep-orders.ts. */

/** An order that nobody pays is closed. */
export const unpaidMs = 15 * minuteMs;
/** … far earlier where the platform was never reached: nobody could pay it, and what is kept for it is free again. */
export const unbegunMs = 2 * minuteMs;
/** A platform that does not answer is asked again about an unpaid order. */
export const closeAgainMs = minuteMs;
/** A machine that does not answer ends its command as unknown in about two minutes; this is the net below it. */
export const fulfilMs = 30 * minuteMs;
/** Nobody knows what the machine did: its journal may still tell; then the money goes back by itself … */
export const unknownMs = 30 * minuteMs;
/** … or, where the site refunds by hand, when staff have not decided. */
export const manualMs = 72 * hourMs;
/** A refund that the platform refused is asked for again. */
export const refundAgainMs = dayMs;
/** … so often in all; then the order waits for a person, who knows what is wrong at the platform. */
export const mostRefundTries = 3;
/** The ledger frees what nobody ended; far behind every deadline above, so that it never comes first. */
export const holdMs = 60 * dayMs;

export const after = (now: Date, ms: number): Date => new Date(now.getTime() + ms);
