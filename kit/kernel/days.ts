import { invalid } from './errors.ts';
import { addDays } from './time.ts';

export interface Days {
  from: string;
  to: string;
}

/** So many days up to the last one, the earliest first. */
export const lastDays = (last: string, count: number): string[] =>
  Array.from({ length: Math.max(0, count) }, (_, index) => addDays(last, index + 1 - count));

/** Days that PostgreSQL and people can read. */
const earliest = '1900-01-01';
const latest = '9000-01-01';

/** The days that are asked for, both included; `usual` many up to the last one where there is no first, up to today where there is no last. */
export function daysOf(
  { from, to }: { from?: string | undefined; to?: string | undefined },
  today: string,
  { usual, most }: { usual: number; most: number },
): Days {
  const last = to ?? today;
  const first = from ?? addDays(last, 1 - usual);
  if (first > last) throw invalid('kit:days.backwards');
  if (first < earliest || last > latest) throw invalid('kit:days.noSuchDays');
  if (addDays(first, most - 1) < last) throw invalid('kit:days.tooLong', { days: most });
  return { from: first, to: last };
}
