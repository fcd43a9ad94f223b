import type { WeekPeriod } from '#kit/contract/schemas.ts';
import { addDays, weekdayOf } from '#kit/kernel/time.ts';
import { hoursOfDay } from './heat-rules.ts';
import { allDays, type Days } from './period-rules.ts';

const secondsOfMinute = 60;
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

/** How many minutes of some business days a place is open. */
export function openMinutesIn(
  periods: readonly WeekPeriod[],
  days: Days,
  /** the hour at which a business day begins: hours before it are of the calendar's next day */
  dayStart = 0,
): number {
  const open = openMinutes(periods);
  let minutes = 0;
  for (const day of allDays(days))
    for (let hour = 0; hour < hoursOfDay; hour++) {
      const weekday = weekdayOf(hour < dayStart ? addDays(day, 1) : day);
      minutes += open[(weekday - 1) * hoursOfDay + hour] ?? 0;
    }
  return minutes;
}

/**
 * Which part of their open time machines were played, in hundredths of a percent. Machines tell how often they were played
 * and not how long: a play counts with the seconds that it may take by the settings of the machine. `openMinutes` has for
 * each day that a machine stood there the open minutes of all the days; `days` says how many these are. Null where nothing
 * was open, and where nobody knows how long a play takes.
 */
export function occupancyOf(playSeconds: number, openMinutes: number, days: number): number | null {
  const openSeconds = (openMinutes * secondsOfMinute) / days;
  return openSeconds > 0 ? Math.min(10_000, Math.round((playSeconds / openSeconds) * 10_000)) : null;
}
