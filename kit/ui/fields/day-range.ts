/** Days are `YYYY-MM-DD` in the reader's calendar. */
export interface DayRange {
  from?: string;
  to?: string;
}

export type RangePreset = 'today' | 'yesterday' | 'last7' | 'last30' | 'thisMonth' | 'lastMonth';
export const rangePresets: readonly RangePreset[] = [
  'today',
  'yesterday',
  'last7',
  'last30',
  'thisMonth',
  'lastMonth',
];

export function dayText(date: Date): string {
  const month = String(date.getMonth() + 1).padStart(2, '0');
  return `${date.getFullYear()}-${month}-${String(date.getDate()).padStart(2, '0')}`;
}

const shifted = (date: Date, days: number) =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate() + days);

export function presetRange(preset: RangePreset, today: Date): Required<DayRange> {
  const year = today.getFullYear();
  const month = today.getMonth();
  const between = (from: Date, to: Date) => ({ from: dayText(from), to: dayText(to) });
  switch (preset) {
    case 'today':
      return between(today, today);
    case 'yesterday':
      return between(shifted(today, -1), shifted(today, -1));
    case 'last7':
      return between(shifted(today, -6), today);
    case 'last30':
      return between(shifted(today, -29), today);
    case 'thisMonth':
      return between(new Date(year, month, 1), today);
    case 'lastMonth':
      return between(new Date(year, month - 1, 1), new Date(year, month, 0));
  }
}

/** The range of the same length right before: what a report compares with. */
export function previousRange(range: Required<DayRange>): Required<DayRange> {
  const from = parseDay(range.from);
  const to = parseDay(range.to);
  // Rounded, because a day with a clock change has 23 or 25 hours.
  const lengthDays = Math.round((to.getTime() - from.getTime()) / 86_400_000) + 1;
  return { from: dayText(shifted(from, -lengthDays)), to: dayText(shifted(from, -1)) };
}

export function parseDay(day: string): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}
