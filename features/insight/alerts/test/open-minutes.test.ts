import { expect, it } from 'vitest';
import { openMinutes } from '../rules/open-minutes-rules.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const china = (time: string) => new Date(`${time}:00+08:00`);

it('counts every minute where a site names no hours', () => {
  expect(openMinutes([], china('2026-11-16T03:00'), china('2026-11-16T04:30'))).toBe(90);
});

it('leaves out the night', () => {
  const hours = [{ days: everyDay, period: '10:00-22:00' }];
  expect(openMinutes(hours, china('2026-11-15T21:50'), china('2026-11-16T10:15'))).toBe(25);
  expect(openMinutes(hours, china('2026-11-15T23:00'), china('2026-11-16T09:00'))).toBe(0);
});

it('knows the days of the week where the machines stand', () => {
  // 2026-11-16 is a Monday; at 07:30 in China it is still Sunday in UTC.
  const mondays = [{ days: [1], period: '07:00-08:00' }];
  expect(openMinutes(mondays, china('2026-11-16T07:30'), china('2026-11-16T09:00'))).toBe(30);
  expect(openMinutes(mondays, china('2026-11-17T07:30'), china('2026-11-17T09:00'))).toBe(0);
});

it('follows a period past midnight into the next day', () => {
  const saturdays = [{ days: [6], period: '18:00-02:00' }];
  expect(openMinutes(saturdays, china('2026-11-22T00:30'), china('2026-11-22T05:00'))).toBe(90);
});

it('takes 24:00 for the end of the day', () => {
  const hours = [{ days: everyDay, period: '09:30-24:00' }];
  expect(openMinutes(hours, china('2026-11-16T23:00'), china('2026-11-17T09:40'))).toBe(70);
});

it('counts nothing backwards', () => {
  expect(openMinutes([], china('2026-11-16T04:00'), china('2026-11-16T03:00'))).toBe(0);
});
