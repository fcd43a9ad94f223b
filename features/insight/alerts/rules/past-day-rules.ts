import { type OddHour, placeInWeek, type SiteClock } from './odd-figure-rules.ts';

/** A machine with fewer days than this has no habits yet. */
export const fewestDays = 14;
export const hoursOfDay = 24;
/** Monday is 0 */
export const isWeekend = (weekday: number) => weekday >= 5;
export const zeros = () => Array.from({ length: hoursOfDay }, () => 0);

/** One machine, day by day. */
export interface PastDay {
  day: number;
  weekday: number;
  use: number;
  taken: number;
  given: number;
  plays: number;
  wins: number;
  /** use by the hour of the clock */
  hours: number[];
}

/** Every day from the first with anything on it to the last that is over; a day without figures brought nothing. */
export function pastDays(
  hours: readonly OddHour[],
  clock: SiteClock,
  { first, last }: { first: number; last: number },
): PastDay[] {
  const byDay = new Map<number, PastDay>();
  let begin = Number.POSITIVE_INFINITY;
  for (const hour of hours) {
    const place = placeInWeek(hour.at, clock);
    if (place.day < first || place.day > last) continue;
    begin = Math.min(begin, place.day);
    const day = byDay.get(place.day) ?? emptyDay(place.day);
    day.use += hour.use;
    day.taken += hour.taken;
    day.given += hour.given;
    day.plays += hour.plays;
    day.wins += hour.wins;
    day.hours[place.hour] = (day.hours[place.hour] ?? 0) + hour.use;
    byDay.set(place.day, day);
  }
  if (begin > last) return [];
  return Array.from({ length: last - begin + 1 }, (_, index) => {
    const day = begin + index;
    return byDay.get(day) ?? emptyDay(day);
  });
}

const emptyDay = (day: number): PastDay => ({
  day,
  weekday: (((day + 3) % 7) + 7) % 7,
  ...{ use: 0, taken: 0, given: 0, plays: 0, wins: 0 },
  hours: zeros(),
});
