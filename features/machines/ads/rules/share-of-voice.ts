import { dayMs, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { isShownAt } from '#kit/protocol/content-hours.ts';
import type { Term } from './content-rules.ts';

/** Some items of one screen that belong together: how long one round of them takes, and when they are shown. */
export interface Voice extends Term {
  own: boolean;
  seconds: number;
}

const whole = 10_000;
const lookEveryMin = 5;

/**
 * Which part of each hour of a day one's own items fill, in hundredths of a percent. A screen shows everything that holds in turn,
 * so in any minute the share is the part of one's own seconds in the round. Looked at every five minutes.
 */
export function shareByHour(voices: readonly Voice[], day: string): number[] {
  const beginMs = Date.parse(`${day}T00:00:00Z`);
  return Array.from({ length: dayMs / hourMs }, (_, hour) => {
    let sum = 0;
    const looks = hourMs / minuteMs / lookEveryMin;
    for (let look = 0; look < looks; look++) {
      const atMs = beginMs + hour * hourMs + look * lookEveryMin * minuteMs;
      // the day is one of the place, so no zone is added
      const shown = voices.filter(({ fromDay, toDay, hours }) =>
        isShownAt({ fromDay, toDay, hours: [...hours] }, atMs, 0),
      );
      const all = shown.reduce((total, { seconds }) => total + seconds, 0);
      const own = shown.reduce((total, { own: mine, seconds }) => total + (mine ? seconds : 0), 0);
      sum += all === 0 ? 0 : own / all;
    }
    return Math.round((sum * whole) / looks);
  });
}

/** The first day from today on which a term holds; the days of the week of its hours count. null: never again. */
export function firstDay({ fromDay, toDay, hours }: Term, today: string): string | null {
  const from = fromDay && fromDay > today ? fromDay : today;
  for (let step = 0; step < 7; step++) {
    const day = new Date(Date.parse(`${from}T00:00:00Z`) + step * dayMs).toISOString().slice(0, 10);
    if (toDay && day > toDay) return null;
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
    if (hours.length === 0 || hours.some(({ days }) => days.includes(weekday))) return day;
  }
  return null;
}
