import { dayMs, hourMs, minuteMs } from './time.ts';

type Say = (key: string, params: { count: number }) => string;

const units = [
  { key: 'kit:duration.day', ms: dayMs },
  { key: 'kit:duration.hour', ms: hourMs },
  { key: 'kit:duration.minute', ms: minuteMs },
];

/** "2 h 25 min", "3 days 4 h": the largest unit and the next; what is shorter than a minute counts as one. */
export function durationText(say: Say, durationMs: number): string {
  const whole = Math.max(minuteMs, durationMs);
  const first = units.findIndex(({ ms }) => whole >= ms);
  let left = whole;
  return units
    .slice(first, first + 2)
    .flatMap(({ key, ms }) => {
      const count = Math.floor(left / ms);
      left -= count * ms;
      return count > 0 ? [say(key, { count })] : [];
    })
    .join(' ');
}
