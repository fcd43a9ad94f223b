import type { WeekPeriod } from '#kit/contract/schemas.ts';
import { type SiteClock, wallTime } from '#kit/kernel/site-day.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';

/**
 * When a shop is open, on the clock on its own wall. 18:00–02:00 of Friday runs into Saturday and is Friday's, whatever
 * hour the business day of the site begins at (docs/decisions/0052). A shop that tells no hours counts as open.
 */
export interface OpeningTimes extends SiteClock {
  openingHours: readonly WeekPeriod[];
}

interface Stretch {
  from: Date;
  to: Date;
}

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** The moment at which the clock there shows so much; `wallMs` is read as if it were UTC. */
function momentOf(clock: SiteClock, wallMs: number): Date {
  const ahead = (at: number) => wallTime(clock, new Date(at)).getTime() - at;
  // asked twice: the clock may be put forward or back between the two
  const near = wallMs - ahead(wallMs);
  return new Date(wallMs - ahead(near));
}

/** Midnight of the day on the wall, as the wall shows it. */
const wallDay = (clock: SiteClock, at: Date): number =>
  Math.floor(wallTime(clock, at).getTime() / dayMs) * dayMs;

/** 1 is Monday. */
const weekdayAt = (wallMs: number) => ((new Date(wallMs).getUTCDay() + 6) % 7) + 1;

/** The stretches that begin on a day of the wall, the earliest first. */
function stretchesOf(times: OpeningTimes, day: number): Stretch[] {
  const weekday = weekdayAt(day);
  return times.openingHours
    .filter(({ days }) => days.includes(weekday))
    .map(({ period }) => {
      const [from = 0, to = 0] = period.split('-').map(minutesOf);
      const end = to > from ? to : to + dayMs / minuteMs;
      return { from: momentOf(times, day + from * minuteMs), to: momentOf(times, day + end * minuteMs) };
    })
    .sort((one, other) => one.from.getTime() - other.from.getTime());
}

/** A clock that has run for longer than this is long over time: nobody needs it to the minute. */
const mostDays = 92;

function* stretchesBetween(times: OpeningTimes, from: Date, to: Date): Generator<Stretch> {
  const last = wallDay(times, to);
  // what began the evening before may still be going on
  for (let day = wallDay(times, from) - dayMs; day <= last; day += dayMs) yield* stretchesOf(times, day);
}

/** How long the shop was open between two moments. */
export function openMs(times: OpeningTimes, from: Date, to: Date): number {
  if (to <= from) return 0;
  const end = new Date(Math.min(to.getTime(), from.getTime() + mostDays * dayMs));
  if (times.openingHours.length === 0) return end.getTime() - from.getTime();
  let sum = 0;
  for (const stretch of stretchesBetween(times, from, end)) {
    const begin = Math.max(stretch.from.getTime(), from.getTime());
    sum += Math.max(0, Math.min(stretch.to.getTime(), end.getTime()) - begin);
  }
  return sum;
}

export function isOpenAt(times: OpeningTimes, at: Date): boolean {
  if (times.openingHours.length === 0) return true;
  for (const { from, to } of stretchesBetween(times, at, at)) if (from <= at && at < to) return true;
  return false;
}

/** When it opens next; undefined where it tells no hours. */
export function nextOpening(times: OpeningTimes, at: Date): Date | undefined {
  const week = new Date(at.getTime() + 7 * dayMs);
  for (const { from } of stretchesBetween(times, at, week)) if (from > at) return from;
  return undefined;
}
