import { addDays, dayMs } from '#kit/kernel/time.ts';
import type { Against } from '../contract/shared.ts';

/** Business days, both included. */
export interface Days {
  from: string;
  to: string;
}

const noonOf = (day: string) => Date.parse(`${day}T12:00:00Z`);
export const lengthOf = ({ from, to }: Days): number => Math.round((noonOf(to) - noonOf(from)) / dayMs) + 1;

/** The same day of the year before; the last of February where there was none. */
function yearBefore(day: string): string {
  const [year, rest] = [Number(day.slice(0, 4)) - 1, day.slice(4)];
  const isLeap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
  return `${String(year).padStart(4, '0')}${rest === '-02-29' && !isLeap ? '-02-28' : rest}`;
}

export function daysBefore(days: Days, against: Against): Days {
  if (against === 'year') return { from: yearBefore(days.from), to: yearBefore(days.to) };
  return { from: addDays(days.from, -lengthOf(days)), to: addDays(days.from, -1) };
}

export const allDays = (days: Days): string[] =>
  Array.from({ length: Math.max(0, lengthOf(days)) }, (_, index) => addDays(days.from, index));
