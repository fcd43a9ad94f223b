import type { WeekPeriod } from '#kit/contract/schemas.ts';
import { usualClock } from '#kit/kernel/from-now.ts';
import { type SiteClock, siteDay, wallTime } from '#kit/kernel/site-day.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { Term } from '../contract/price-rules.ts';

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

interface WeekMoment {
  /** 1 is Monday */
  day: number;
  minute: number;
}

const endsOf = ({ period }: WeekPeriod) => period.split('-').map(minutesOf) as [from: number, to: number];

/** Hours that began on this very day. */
function coversToday(hours: WeekPeriod, { day, minute }: WeekMoment): boolean {
  const [from, to] = endsOf(hours);
  return hours.days.includes(day) && minute >= from && (to <= from || minute < to);
}

/** Hours that began the evening before and run past midnight. */
function coversNight(hours: WeekPeriod, { day, minute }: WeekMoment): boolean {
  const [from, to] = endsOf(hours);
  return to <= from && hours.days.includes(day === 1 ? 7 : day - 1) && minute < to;
}

/** By the clock on the wall of the site. */
function weekMoment(at: Date, clock: SiteClock): WeekMoment {
  const there = wallTime(clock, at);
  return { day: there.getUTCDay() || 7, minute: there.getUTCHours() * 60 + there.getUTCMinutes() };
}

export type TermStanding = 'holds' | 'notYet' | 'over' | 'notNow';

/**
 * Days are business days of the site, hours and days of the week those of the clock on its wall. The small hours of a night
 * belong to the day on which it began, also when that was the last one.
 */
export function termStanding(
  { fromDay, toDay, hours }: Term,
  at: Date,
  clock: SiteClock = usualClock,
): TermStanding {
  const today = siteDay(clock, at);
  const dayBefore = addDays(siteDay({ ...clock, dayStart: 0 }, at), -1);
  const moment = weekMoment(at, clock);
  const isBetween = (day: string) => (fromDay === null || day >= fromDay) && (toDay === null || day <= toDay);
  const begunToday = hours.length === 0 || hours.some((stretch) => coversToday(stretch, moment));
  if (isBetween(today) && begunToday) return 'holds';
  const begunYesterday = hours.some((stretch) => coversNight(stretch, moment));
  if (isBetween(dayBefore) && begunYesterday) return 'holds';
  if (fromDay !== null && today < fromDay) return 'notYet';
  return toDay !== null && today > toDay ? 'over' : 'notNow';
}
