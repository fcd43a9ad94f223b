import { addDays, dayMs, weekdayOf } from '#kit/kernel/time.ts';
import type { Period } from '../contract/choices.ts';

export interface Days {
  from: string;
  to: string;
}

export interface DuePeriod extends Days {
  period: Period;
  /** as many days right before it: what the report of these days compares with too */
  before: Days;
}

const lengthOf = ({ from, to }: Days) =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs) + 1;

const withBefore = (period: Period, days: Days): DuePeriod => ({
  period,
  ...days,
  before: { from: addDays(days.from, -lengthOf(days)), to: addDays(days.from, -1) },
});

const aWeek = 7;

/** What has just ended on the morning of a day: always a day, on Mondays a week, on the first a month. */
export function duePeriods(today: string): DuePeriod[] {
  const to = addDays(today, -1);
  return [
    withBefore('day', { from: to, to }),
    ...(weekdayOf(today) === 1 ? [withBefore('week', { from: addDays(today, -aWeek), to })] : []),
    ...(today.endsWith('-01')
      ? [withBefore('month', { from: `${to.slice(0, 'yyyy-mm'.length)}-01`, to })]
      : []),
  ];
}
