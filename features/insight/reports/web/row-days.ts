import { addDays } from '#kit/kernel/time.ts';
import type { Days } from '../rules/period-rules.ts';

const later = (a: string, b: string) => (a > b ? a : b);
const earlier = (a: string, b: string) => (a < b ? a : b);

/** The days a row speaks of: those of the report, and of a day or month its own. */
export function daysOf({ period }: { period: string | null }, days: Days): Days {
  if (!period) return days;
  if (period.length > 'yyyy-mm'.length) return { from: period, to: period };
  const next = addDays(`${period}-28`, 4).slice(0, 'yyyy-mm'.length);
  return { from: later(`${period}-01`, days.from), to: earlier(addDays(`${next}-01`, -1), days.to) };
}
