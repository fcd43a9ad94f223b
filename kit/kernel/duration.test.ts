import { expect, it } from 'vitest';
import { durationText } from './duration.ts';
import { dayMs, hourMs, minuteMs } from './time.ts';

const short = (key: string, { count }: { count: number }) => `${count} ${key.split('.')[1]}`;

it.each([
  [0, '1 minute'],
  [59 * minuteMs + 59_000, '59 minute'],
  [2 * hourMs + 25 * minuteMs, '2 hour 25 minute'],
  [2 * hourMs, '2 hour'],
  [26 * hourMs + 59 * minuteMs, '1 day 2 hour'],
  [3 * dayMs + 5 * minuteMs, '3 day'],
])('%i ms is said as %s', (ms, said) => {
  expect(durationText(short, ms)).toBe(said);
});
