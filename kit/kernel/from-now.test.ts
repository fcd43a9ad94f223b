import { describe, expect, it } from 'vitest';
import { pastOf } from './from-now.ts';

/** a Tuesday, three in the afternoon in China */
const now = new Date('2026-11-17T07:00:00Z');
const today = '2026-11-17';
const never = { fromDay: null, toDay: null };
const tuesdays = (period: string) => [{ days: [2], period }];

describe('dates', () => {
  it('are not before today, neither the first nor the last', () => {
    expect(pastOf({ ...never, fromDay: '2026-11-16' }, now)).toMatchObject({ field: 'fromDay' });
    expect(pastOf({ fromDay: null, toDay: '2026-11-16' }, now)).toMatchObject({ field: 'toDay' });
    expect(pastOf({ fromDay: today, toDay: today }, now)).toBeUndefined();
    expect(pastOf(never, now)).toBeUndefined();
  });

  it('of today have hours that are not over', () => {
    const until = (hours: ReturnType<typeof tuesdays>) =>
      pastOf({ fromDay: today, toDay: today, hours }, now);
    expect(until(tuesdays('10:00-15:00'))).toMatchObject({ field: 'hours' });
    expect(until(tuesdays('10:00-15:01'))).toBeUndefined();
    expect(until(tuesdays('22:00-02:00'))).toBeUndefined();
    expect(until([{ days: [1], period: '10:00-24:00' }])).toMatchObject({ field: 'hours' });
    expect(
      pastOf({ fromDay: today, toDay: '2026-11-24', hours: tuesdays('10:00-12:00') }, now),
    ).toBeUndefined();
  });

  it('may stay as they were, so that what runs can be changed without touching its start', () => {
    const before = { fromDay: '2026-11-01', toDay: today, hours: tuesdays('10:00-12:00') };
    expect(pastOf(before, now, { before })).toBeUndefined();
    expect(pastOf({ ...before, fromDay: '2026-11-02' }, now, { before })).toMatchObject({ field: 'fromDay' });
    expect(pastOf({ ...before, toDay: '2026-11-16' }, now, { before })).toMatchObject({ field: 'toDay' });
  });

  it('are those of the site: its zone, and the hour at which its day begins', () => {
    const night = new Date('2026-11-17T18:00:00Z');
    const late = { timeZone: 'Asia/Shanghai', dayStart: 6 };
    expect(pastOf({ ...never, fromDay: today }, night)).toMatchObject({ field: 'fromDay' });
    expect(pastOf({ ...never, fromDay: today }, night, { clock: late })).toBeUndefined();
    const hours = tuesdays('22:00-02:30');
    expect(pastOf({ fromDay: today, toDay: today, hours }, night, { clock: late })).toBeUndefined();
    const over = tuesdays('22:00-01:30');
    expect(pastOf({ fromDay: today, toDay: today, hours: over }, night, { clock: late })).toMatchObject({
      field: 'hours',
    });
  });
});
