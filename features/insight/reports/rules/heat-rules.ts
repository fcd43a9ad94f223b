import { type Weekday, weekdayOf } from '#kit/kernel/time.ts';
import { allDays, type Days } from './period-rules.ts';

export const weekdays: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 7];
export const hoursOfDay = 24;

export interface HeatCell {
  weekday: Weekday;
  hour: number;
  /** of all such hours of the period together */
  incomeFen: number;
  /** of one such hour; null where the period has no such day */
  averageFen: number | null;
}

/** How often each day of the week is in a period. */
export function weekdaysIn(days: Days): Map<Weekday, number> {
  const counts = new Map<Weekday, number>();
  for (const day of allDays(days)) counts.set(weekdayOf(day), (counts.get(weekdayOf(day)) ?? 0) + 1);
  return counts;
}

/** All hours of a week; a period that has three Mondays and two Sundays is compared by what one of each brings. */
export function heatOf(
  hours: readonly { weekday: Weekday; hour: number; incomeFen: number }[],
  days: Days,
): HeatCell[] {
  const sums = new Map<string, number>();
  for (const { weekday, hour, incomeFen } of hours)
    sums.set(`${weekday} ${hour}`, (sums.get(`${weekday} ${hour}`) ?? 0) + incomeFen);
  const counts = weekdaysIn(days);
  return weekdays.flatMap((weekday) =>
    Array.from({ length: hoursOfDay }, (_, hour) => {
      const incomeFen = sums.get(`${weekday} ${hour}`) ?? 0;
      const count = counts.get(weekday) ?? 0;
      return {
        weekday,
        hour,
        incomeFen,
        averageFen: count > 0 ? Math.round(incomeFen / count) : null,
      };
    }),
  );
}
