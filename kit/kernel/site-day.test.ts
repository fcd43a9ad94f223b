import { expect, it } from 'vitest';
import { daysBetween, siteDay, startOfSiteDay } from './site-day.ts';

const shanghai = { timeZone: 'Asia/Shanghai', dayStart: 6 };

it('a night belongs to the day on which it began', () => {
  expect(siteDay(shanghai, new Date('2026-11-17T21:59:59Z'))).toBe('2026-11-17');
  expect(siteDay(shanghai, new Date('2026-11-17T22:00:00Z'))).toBe('2026-11-18');
});

it('a day begins there when the day before is over', () => {
  expect(startOfSiteDay(shanghai, '2026-11-18').toISOString()).toBe('2026-11-17T22:00:00.000Z');
  for (const timeZone of ['Asia/Shanghai', 'Asia/Tokyo', 'UTC']) {
    const start = startOfSiteDay({ timeZone, dayStart: 3 }, '2026-03-01');
    expect(siteDay({ timeZone, dayStart: 3 }, start)).toBe('2026-03-01');
    expect(siteDay({ timeZone, dayStart: 3 }, new Date(start.getTime() - 1))).toBe('2026-02-28');
  }
});

it('days are counted over the ends of months', () => {
  expect(daysBetween('2026-02-27', '2026-03-02')).toBe(3);
  expect(daysBetween('2026-03-02', '2026-03-02')).toBe(0);
});
