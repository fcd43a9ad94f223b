import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import { isOpenAt, nextOpening, type OpeningTimes, openMs } from './opening-rules.ts';

const everyDay = [1, 2, 3, 4, 5, 6, 7];
const shanghai: OpeningTimes = {
  timeZone: 'Asia/Shanghai',
  dayStart: 0,
  openingHours: [{ days: everyDay, period: '10:00-22:00' }],
};
const at = (text: string) => new Date(text);

describe('opening time between two moments', () => {
  it('is the time between them while the shop is open', () => {
    // 11:00 to 11:20 in Shanghai
    expect(openMs(shanghai, at('2026-11-18T03:00:00Z'), at('2026-11-18T03:20:00Z'))).toBe(20 * minuteMs);
  });

  it('leaves the night out', () => {
    // 21:30 to 10:15 of the next day
    expect(openMs(shanghai, at('2026-11-18T13:30:00Z'), at('2026-11-19T02:15:00Z'))).toBe(45 * minuteMs);
  });

  it('is nothing outside the hours, and nothing backwards', () => {
    expect(openMs(shanghai, at('2026-11-18T15:00:00Z'), at('2026-11-18T20:00:00Z'))).toBe(0);
    expect(openMs(shanghai, at('2026-11-18T05:00:00Z'), at('2026-11-18T04:00:00Z'))).toBe(0);
  });

  it('counts all the time where a shop tells no hours', () => {
    const always = { ...shanghai, openingHours: [] };
    expect(openMs(always, at('2026-11-18T13:00:00Z'), at('2026-11-19T13:00:00Z'))).toBe(24 * hourMs);
    expect(isOpenAt(always, at('2026-11-18T20:00:00Z'))).toBe(true);
    expect(nextOpening(always, at('2026-11-18T20:00:00Z'))).toBeUndefined();
  });

  it('knows a day off', () => {
    const closedOnSunday = {
      ...shanghai,
      openingHours: [{ days: [1, 2, 3, 4, 5, 6], period: '10:00-22:00' }],
    };
    // Saturday 21:00 to Monday 11:00
    expect(openMs(closedOnSunday, at('2026-11-21T13:00:00Z'), at('2026-11-23T03:00:00Z'))).toBe(2 * hourMs);
    expect(nextOpening(closedOnSunday, at('2026-11-21T14:30:00Z'))).toEqual(at('2026-11-23T02:00:00Z'));
  });
});

describe('a site in another zone whose day starts at 6:00', () => {
  /** Tokyo is an hour ahead of Shanghai. */
  const tokyo: OpeningTimes = {
    timeZone: 'Asia/Tokyo',
    dayStart: 6,
    openingHours: [{ days: [5, 6], period: '18:00-02:00' }],
  };

  it('is open after midnight on the evening that began on Friday, by its own clock', () => {
    // Saturday 01:30 in Tokyo, 00:30 in Shanghai
    expect(isOpenAt(tokyo, at('2026-11-20T16:30:00Z'))).toBe(true);
    // Saturday 02:00 in Tokyo
    expect(isOpenAt(tokyo, at('2026-11-20T17:00:00Z'))).toBe(false);
    // Friday 01:30 in Tokyo: Thursday evening is not open
    expect(isOpenAt(tokyo, at('2026-11-19T16:30:00Z'))).toBe(false);
    // Sunday 01:30 in Tokyo is still Saturday's evening
    expect(isOpenAt(tokyo, at('2026-11-21T16:30:00Z'))).toBe(true);
  });

  it('counts an evening that runs over midnight, and over the start of the business day nothing twice', () => {
    // Friday 23:00 in Tokyo to Saturday 19:00 in Tokyo: three hours, then one
    expect(openMs(tokyo, at('2026-11-20T14:00:00Z'), at('2026-11-21T10:00:00Z'))).toBe(4 * hourMs);
    // from Saturday 05:00 to 07:00, around the start of the business day
    expect(openMs(tokyo, at('2026-11-20T20:00:00Z'), at('2026-11-20T22:00:00Z'))).toBe(0);
  });

  it('opens next at the hour of its own wall', () => {
    expect(nextOpening(tokyo, at('2026-11-20T20:00:00Z'))).toEqual(at('2026-11-21T09:00:00Z'));
    // Sunday 03:00: five days later
    expect(nextOpening(tokyo, at('2026-11-21T18:00:00Z'))).toEqual(at('2026-11-27T09:00:00Z'));
  });
});

it('keeps the hours of the wall on the day when clocks are put forward', () => {
  const newYork: OpeningTimes = {
    timeZone: 'America/New_York',
    dayStart: 6,
    openingHours: [{ days: everyDay, period: '10:00-20:00' }],
  };
  // Sunday 8 March 2026: at two it is three
  expect(isOpenAt(newYork, at('2026-03-08T14:00:00Z'))).toBe(true);
  expect(isOpenAt(newYork, at('2026-03-08T13:59:00Z'))).toBe(false);
  expect(openMs(newYork, at('2026-03-08T00:00:00Z'), at('2026-03-09T00:00:00Z'))).toBe((1 + 10) * hourMs);
});
