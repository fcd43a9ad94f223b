import type { WeekPeriod } from '#kit/contract/schemas.ts';
import { addDays, businessDay, inChina } from '#kit/kernel/time.ts';
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

/** By the clock where the machines stand. */
function weekMoment(at: Date): WeekMoment {
  const there = inChina(at);
  return { day: there.getUTCDay() || 7, minute: there.getUTCHours() * 60 + there.getUTCMinutes() };
}

export type TermStanding = 'holds' | 'notYet' | 'over' | 'notNow';

/** The small hours of a night belong to the day on which it began, also when that was the last one. */
export function termStanding({ fromDay, toDay, hours }: Term, at: Date): TermStanding {
  const today = businessDay(at);
  const moment = weekMoment(at);
  const isBetween = (day: string) => (fromDay === null || day >= fromDay) && (toDay === null || day <= toDay);
  const begunToday = hours.length === 0 || hours.some((stretch) => coversToday(stretch, moment));
  if (isBetween(today) && begunToday) return 'holds';
  const begunYesterday = hours.some((stretch) => coversNight(stretch, moment));
  if (isBetween(addDays(today, -1)) && begunYesterday) return 'holds';
  if (fromDay !== null && today < fromDay) return 'notYet';
  return toDay !== null && today > toDay ? 'over' : 'notNow';
}
