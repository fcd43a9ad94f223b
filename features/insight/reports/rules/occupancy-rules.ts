import type { WeekPeriod } from '#kit/contract/schemas.ts';
import { addDays, weekdayOf } from '#kit/kernel/time.ts';
import { hoursOfDay } from './heat-rules.ts';
import { allDays, type Days, lengthOf } from './period-rules.ts';

const minutesOfHour = 60;
const minutesOfDay = hoursOfDay * minutesOfHour;
const minutesOfWeek = 7 * minutesOfDay;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * minutesOfHour + minutes;
};

/** How many minutes of each hour of the week, from Monday 0:00, a place is open; one without hours always is. */
export function openMinutes(periods: readonly WeekPeriod[]): number[] {
  const minutes: number[] = Array.from({ length: 7 * hoursOfDay }, () =>
    periods.length === 0 ? minutesOfHour : 0,
  );
  for (const { days, period } of periods) {
    const [from = 0, to = 0] = period.split('-').map(minutesOf);
    const length = to > from ? to - from : to + minutesOfDay - from;
    for (const day of days)
      for (let at = (day - 1) * minutesOfDay + from, left = length; left > 0; ) {
        const step = Math.min(left, minutesOfHour - (at % minutesOfHour));
        const hour = Math.floor((at % minutesOfWeek) / minutesOfHour);
        minutes[hour] = (minutes[hour] ?? 0) + step;
        at += step;
        left -= step;
      }
  }
  return minutes;
}

/**
 * Which part of the open time of machines fell into hours in which they were played, in hundredths of a percent. Machines
 * tell plays by the hour, so an hour with one play counts with all its open minutes. Null where nothing was open.
 */
export function occupancyOf(
  played: readonly { weekday: number; hour: number; count: number }[],
  open: readonly number[],
  days: Days,
  machineDays: number,
  /** the hour at which a business day begins: hours before it are of the calendar's next day */
  dayStart = 0,
): number | null {
  const minutesAt = (weekday: number, hour: number) => open[(weekday - 1) * hoursOfDay + hour] ?? 0;
  const playedMinutes = played.reduce(
    (sum, { weekday, hour, count }) => sum + count * minutesAt(weekday, hour),
    0,
  );
  let openMinutesOfOne = 0;
  for (const day of allDays(days))
    for (let hour = 0; hour < hoursOfDay; hour++)
      openMinutesOfOne += minutesAt(weekdayOf(hour < dayStart ? addDays(day, 1) : day), hour);
  const all = (openMinutesOfOne * machineDays) / lengthOf(days);
  return all > 0 ? Math.min(10_000, Math.round((playedMinutes / all) * 10_000)) : null;
}
