import { dayMs, hourMs } from './time.ts';

/** How a place counts its days: its zone, and the hour of the morning at which a day begins. */
export interface SiteClock {
  timeZone: string;
  dayStart: number;
}

/** How far the clock there is ahead of UTC; zones of ours differ by whole hours. */
function offsetMs(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at);
  const [, sign = '+', hours = '0'] =
    /GMT([+-])(\d+)/.exec(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '') ?? [];
  return (sign === '-' ? -1 : 1) * Number(hours) * hourMs;
}

/** Shifted so that its UTC fields read as the clock on the wall there. */
export const wallTime = ({ timeZone }: SiteClock, at: Date): Date =>
  new Date(at.getTime() + offsetMs(timeZone, at));

/** The business day there: what happens before its first hour belongs to the day before. */
export const siteDay = ({ timeZone, dayStart }: SiteClock, at: Date): string =>
  new Date(at.getTime() + offsetMs(timeZone, at) - dayStart * hourMs)
    .toISOString()
    .slice(0, 'yyyy-mm-dd'.length);

/** When a business day begins there. */
export function startOfSiteDay({ timeZone, dayStart }: SiteClock, day: string): Date {
  const midnight = new Date(`${day}T00:00:00Z`);
  return new Date(midnight.getTime() + dayStart * hourMs - offsetMs(timeZone, midnight));
}

/** How many days from one to the other; 0: the same. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayMs);
