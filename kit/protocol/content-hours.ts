import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import type { DownMessage, ScreenPlays } from './messages.ts';

/** What both sides of the protocol must see alike: when an item is shown, and to which hour a play belongs. */
export type ContentItem = DownMessage<'content'>['items'][number];
export type ContentTerm = Pick<ContentItem, 'fromDay' | 'toDay' | 'hours'>;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
};

/** Whether a term holds at a moment of a place so many minutes east of UTC. */
export function isShownAt(
  { fromDay, toDay, hours }: ContentTerm,
  atMs: number,
  utcOffsetMin: number,
): boolean {
  const local = new Date(atMs + utcOffsetMin * minuteMs);
  const day = local.toISOString().slice(0, 10);
  if ((fromDay && day < fromDay) || (toDay && day > toDay)) return false;
  if (!hours || hours.length === 0) return true;
  const weekday = local.getUTCDay() || 7;
  const dayBefore = weekday === 1 ? 7 : weekday - 1;
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  return hours.some(({ days, period }) => {
    const [from = 0, to = 0] = period.split('-').map(minutesOf);
    if (from < to) return days.includes(weekday) && minute >= from && minute < to;
    // past midnight: the rest of it belongs to the day before
    return (days.includes(weekday) && minute >= from) || (days.includes(dayBefore) && minute < to);
  });
}

/** One whole play as thousandths of the hours it ran through; together they are 1000. */
export function playByHours(item: string, beganMs: number, endedMs: number): ScreenPlays[] {
  const lastMs = Math.max(beganMs, endedMs - 1);
  const length = lastMs + 1 - beganMs;
  const parts: ScreenPlays[] = [];
  let told = 0;
  for (let hour = Math.floor(beganMs / hourMs) * hourMs; hour <= lastMs; hour += hourMs) {
    const soFar = Math.round(((Math.min(hour + hourMs, lastMs + 1) - beganMs) * 1000) / length);
    if (soFar > told) parts.push({ item, hour: new Date(hour).toISOString(), thousandths: soFar - told });
    told = soFar;
  }
  return parts;
}
