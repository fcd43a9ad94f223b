export type DayPart = 'night' | 'morning' | 'afternoon' | 'evening';

/** The part of the day a greeting names, by the reader's own clock. */
export function dayPart(hour: number): DayPart {
  if (hour < 5) return 'night';
  if (hour < 12) return 'morning';
  if (hour < 18) return 'afternoon';
  return 'evening';
}
