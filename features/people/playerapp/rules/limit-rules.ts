import { dayMs } from '#kit/kernel/time.ts';

/** What a player may spend in a day, and what of a higher limit is to come. `null` is no limit. */
export interface SpendingLimit {
  dailyFen: number | null;
  laterFen: number | null;
  /** from when on `laterFen` holds; null where nothing is to come */
  laterFrom: Date | null;
}

export const noLimit: SpendingLimit = { dailyFen: null, laterFen: null, laterFrom: null };

/** A player who wants more has a night to sleep over it. */
export const raiseAfterMs = dayMs;

export const limitAt = ({ dailyFen, laterFen, laterFrom }: SpendingLimit, now: Date): number | null =>
  laterFrom && laterFrom <= now ? laterFen : dailyFen;

const isHigher = (wanted: number | null, than: number | null) =>
  than !== null && (wanted === null || wanted > than);

/** Lower holds at once; higher, or none at all, after a day, and until then the present one does. */
export function changedLimit(limit: SpendingLimit, wanted: number | null, now: Date): SpendingLimit {
  const present = limitAt(limit, now);
  if (!isHigher(wanted, present)) return { dailyFen: wanted, laterFen: null, laterFrom: null };
  return { dailyFen: present, laterFen: wanted, laterFrom: new Date(now.getTime() + raiseAfterMs) };
}
