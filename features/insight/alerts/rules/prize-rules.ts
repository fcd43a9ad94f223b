import { dayMs } from '#kit/kernel/time.ts';

/** Counter totals to count from; see tables.ts. */
export interface Watch {
  settingsVersion: number;
  plays: number;
  prizes: number;
  quietFromPlays: number;
  windowAt: Date;
  windowPlays: number;
  windowPrizes: number;
}

export interface Totals {
  plays: number;
  prizes: number;
  settingsVersion: number;
}

/** The win rate is judged over so many plays or days, then counted again: an old lucky streak must not weigh for ever. */
const windowPlays = 1000;
const windowMs = 3 * dayMs;

const beginAt = ({ plays, prizes, settingsVersion }: Totals, now: Date): Watch => ({
  settingsVersion,
  plays,
  prizes,
  quietFromPlays: plays,
  windowAt: now,
  windowPlays: plays,
  windowPrizes: prizes,
});

/**
 * What to count from after looking at a machine once more. Cleared counters and changed settings start everything
 * again. `frozen`: an alert about the rate is open and is judged by the window it was raised by.
 */
export function lookAgain(before: Watch | undefined, totals: Totals, now: Date, frozen: boolean): Watch {
  const { plays, prizes, settingsVersion } = totals;
  if (!before || plays < before.plays || prizes < before.prizes || settingsVersion !== before.settingsVersion)
    return beginAt(totals, now);
  const outgrown =
    plays - before.windowPlays >= windowPlays || now.getTime() - before.windowAt.getTime() >= windowMs;
  const window =
    outgrown && !frozen ? { windowAt: now, windowPlays: plays, windowPrizes: prizes } : undefined;
  const quietFromPlays = prizes > before.prizes ? plays : before.quietFromPlays;
  if (!window && prizes === before.prizes) return before;
  return { ...before, plays, prizes, quietFromPlays, ...window };
}
