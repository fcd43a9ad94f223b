import type { OpeningPeriod } from '#features/base/sites/contract.ts';
import { businessDay, dayMs, inChina, minuteMs, startOfDay } from '#kit/kernel/time.ts';

/** A machine that was away for longer is reported long since. */
const lookBackMs = 15 * dayMs;

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number) as [number, number];
  return hours * 60 + minutes;
}

/** Monday is 1, as in opening hours. */
const weekDayOf = (dayStart: Date): number => inChina(dayStart).getUTCDay() || 7;

/** Opening times that begin on the day; one may run past midnight. */
function stretchesOf(hours: readonly OpeningPeriod[], dayStart: Date): { from: number; to: number }[] {
  return hours
    .filter(({ days }) => days.includes(weekDayOf(dayStart)))
    .map(({ period }) => {
      const [opens, closes] = period.split('-').map(minutesOf) as [number, number];
      const lengthMinutes = closes > opens ? closes - opens : closes + 24 * 60 - opens;
      const from = dayStart.getTime() + opens * minuteMs;
      return { from, to: from + lengthMinutes * minuteMs };
    });
}

/** Whole minutes between two instants during which a site was open. A site that names no hours is always open. */
export function openMinutes(hours: readonly OpeningPeriod[], from: Date, to: Date): number {
  const end = to.getTime();
  const start = Math.max(from.getTime(), end - lookBackMs);
  if (start >= end) return 0;
  if (hours.length === 0) return Math.floor((end - start) / minuteMs);
  let openMs = 0;
  // The day before may have a stretch that runs into the first one.
  const firstDay = startOfDay(businessDay(new Date(start))).getTime() - dayMs;
  for (let day = firstDay; day < end; day += dayMs) {
    for (const stretch of stretchesOf(hours, new Date(day)))
      openMs += Math.max(0, Math.min(stretch.to, end) - Math.max(stretch.from, start));
  }
  return Math.floor(openMs / minuteMs);
}
