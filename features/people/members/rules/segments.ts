import { dayMs } from '#kit/kernel/time.ts';
import type { Segment } from '../contract/members.ts';

export const newForDays = 14;
export const sleepingAfterDays = 30;
export const lostAfterDays = 90;

/** The moments between them. Somebody new who does not come back sleeps like anybody else. */
export const segmentEdges = (now: Date) => ({
  newSince: new Date(now.getTime() - newForDays * dayMs),
  awakeSince: new Date(now.getTime() - sleepingAfterDays * dayMs),
  keptSince: new Date(now.getTime() - lostAfterDays * dayMs),
});

export function segmentOf(
  { firstVisitAt, lastVisitAt }: { firstVisitAt: Date | null; lastVisitAt: Date | null },
  now: Date,
): Segment | null {
  if (!firstVisitAt || !lastVisitAt) return null;
  const { newSince, awakeSince, keptSince } = segmentEdges(now);
  if (lastVisitAt < keptSince) return 'lost';
  if (lastVisitAt < awakeSince) return 'sleeping';
  return firstVisitAt >= newSince ? 'new' : 'regular';
}
