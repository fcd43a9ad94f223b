import { addDays } from '#kit/kernel/time.ts';

export const mondayOf = (day: string): string =>
  addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

/** The Mondays of so many weeks, that of this day last. */
export function mondaysUntil(day: string, weeks: number): string[] {
  const monday = mondayOf(day);
  return Array.from({ length: weeks }, (_, place) => addDays(monday, (place - weeks + 1) * 7));
}
