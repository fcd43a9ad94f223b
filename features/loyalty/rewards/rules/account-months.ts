import { addDays } from '#kit/kernel/time.ts';

const monthLength = 'yyyy-mm'.length;

/** The month before one; months are `yyyy-mm`. */
export const monthBefore = (month: string): string => addDays(`${month}-01`, -1).slice(0, monthLength);
const monthAfter = (month: string): string => addDays(`${month}-01`, 31).slice(0, monthLength);

/** So many months up to the one of a day, the latest first. */
export function monthsUpTo(day: string, count: number): string[] {
  const months = [day.slice(0, monthLength)];
  while (months.length < count) months.push(monthBefore(months.at(-1) as string));
  return months;
}

/** The first and the last day of a month; of the one that is not over, up to today. */
export function daysOfMonth(month: string, today: string): { from: string; to: string } {
  const last = addDays(`${monthAfter(month)}-01`, -1);
  return { from: `${month}-01`, to: last < today ? last : today };
}
