import { usualClock } from '#kit/kernel/from-now.ts';
import { type SiteClock, siteDay } from '#kit/kernel/site-day.ts';

export interface ClockedSite extends SiteClock {
  fieldId: string;
}

/** The business day that is going on at one site, or at most of them. Figures on the server choose the same one. */
export function openDay(sites: readonly ClockedSite[], fieldId: string | undefined, at: Date): string {
  const usual = siteDay(usualClock, at);
  const days = new Map<string, number>();
  for (const site of sites.filter((one) => !fieldId || one.fieldId === fieldId)) {
    const day = siteDay(site, at);
    days.set(day, (days.get(day) ?? 0) + 1);
  }
  const most = Math.max(0, ...days.values());
  // of two days with as many sites each, the usual one
  if ((days.get(usual) ?? 0) === most) return usual;
  return [...days].find(([, count]) => count === most)?.[0] ?? usual;
}
