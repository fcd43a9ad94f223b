import { invalidField } from './errors.ts';
import { type SiteClock, siteDay, startOfSiteDay } from './site-day.ts';
import { hourMs, minuteMs, weekdayOf } from './time.ts';

/** When something holds: between two days, both of them in, and within hours of the week; empty: always. */
export interface Dates {
  fromDay: string | null;
  toDay: string | null;
  hours?: readonly { days: readonly number[]; period: string }[];
}

export interface PastDate {
  field: 'fromDay' | 'toDay' | 'hours';
  key: string;
}

/** For what belongs to no one site. */
export const usualClock: SiteClock = { timeZone: 'Asia/Shanghai', dayStart: 0 };

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Whether hours of this day run now or are still to come; a night belongs to the day on which it began. */
function isToCome(
  { days, period }: { days: readonly number[]; period: string },
  day: string,
  minute: number,
): boolean {
  const [from = 0, to = 0] = period.split('-').map(minutesOf);
  return days.includes(weekdayOf(day)) && minute < (to <= from ? to + 24 * 60 : to);
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * What of it is before now, where it is: a first or last day that is over, or a last day of today whose hours are all
 * over. What was so `before` may stay: who changes something that runs does not touch its start.
 */
export function pastOf(
  { fromDay, toDay, hours = [] }: Dates,
  now: Date,
  { clock = usualClock, before }: { clock?: SiteClock; before?: Dates } = {},
): PastDate | undefined {
  const today = siteDay(clock, now);
  if (fromDay !== null && fromDay < today && fromDay !== before?.fromDay)
    return { field: 'fromDay', key: 'kit:validation.pastDay' };
  if (toDay !== null && toDay < today && toDay !== before?.toDay)
    return { field: 'toDay', key: 'kit:validation.pastDay' };
  if (toDay !== today || hours.length === 0) return undefined;
  if (before && before.toDay === toDay && isSame(before.hours, hours)) return undefined;
  const midnight = startOfSiteDay(clock, today).getTime() - clock.dayStart * hourMs;
  const minute = Math.floor((now.getTime() - midnight) / minuteMs);
  const some = hours.some((stretch) => isToCome(stretch, today, minute));
  return some ? undefined : { field: 'hours', key: 'kit:validation.pastHours' };
}

/** The same as a refusal at its field; `names` where the fields are called otherwise. */
export function assertFromNow(
  dates: Dates,
  now: Date,
  options: Parameters<typeof pastOf>[2] & { names?: Partial<Record<PastDate['field'], string>> } = {},
): void {
  const past = pastOf(dates, now, options);
  if (past) throw invalidField(options.names?.[past.field] ?? past.field, past.key);
}
