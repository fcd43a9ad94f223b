import { describe, expect, it } from 'vitest';
import { type Weekday, weekdayOf } from '#kit/kernel/time.ts';
import { addTo, figuresOf, nothing } from '../rules/business-figures.ts';
import { contributionsOf } from '../rules/contribution-rules.ts';
import { heatOf, weekdaysIn } from '../rules/heat-rules.ts';
import { occupancyOf, openMinutes, openMinutesIn } from '../rules/occupancy-rules.ts';
import { allDays, daysBefore, lengthOf } from '../rules/period-rules.ts';
import { daysOf } from '../web/row-days.ts';

describe('periods', () => {
  it('the period before is as long and ends the day before', () => {
    expect(daysBefore({ from: '2026-11-10', to: '2026-11-16' }, 'previous')).toEqual({
      from: '2026-11-03',
      to: '2026-11-09',
    });
    expect(daysBefore({ from: '2026-03-01', to: '2026-03-01' }, 'previous')).toEqual({
      from: '2026-02-28',
      to: '2026-02-28',
    });
  });

  it('a year before has the same days, and February its last one', () => {
    expect(daysBefore({ from: '2026-11-10', to: '2026-11-16' }, 'year')).toEqual({
      from: '2025-11-10',
      to: '2025-11-16',
    });
    expect(daysBefore({ from: '2028-02-29', to: '2028-03-01' }, 'year')).toEqual({
      from: '2027-02-28',
      to: '2027-03-01',
    });
    expect(daysBefore({ from: '2029-02-28', to: '2029-02-28' }, 'year').to).toBe('2028-02-28');
  });

  it('days are counted with both ends, over the end of a year', () => {
    const days = { from: '2025-12-30', to: '2026-01-02' };
    expect(lengthOf(days)).toBe(4);
    expect(allDays(days)).toEqual(['2025-12-30', '2025-12-31', '2026-01-01', '2026-01-02']);
    expect(allDays({ from: '2026-01-02', to: '2026-01-01' })).toEqual([]);
  });

  it('a row of a month speaks of its days within the report', () => {
    const days = { from: '2026-01-20', to: '2026-03-05' };
    expect(daysOf({ period: '2026-01' }, days)).toEqual({ from: '2026-01-20', to: '2026-01-31' });
    expect(daysOf({ period: '2026-02' }, days)).toEqual({ from: '2026-02-01', to: '2026-02-28' });
    expect(daysOf({ period: '2026-03' }, days)).toEqual({ from: '2026-03-01', to: '2026-03-05' });
    expect(daysOf({ period: '2026-12' }, { from: '2026-01-01', to: '2027-12-31' })).toEqual({
      from: '2026-12-01',
      to: '2026-12-31',
    });
    expect(daysOf({ period: '2026-02-03' }, days)).toEqual({ from: '2026-02-03', to: '2026-02-03' });
    expect(daysOf({ period: null }, days)).toEqual(days);
  });
});

describe('figures', () => {
  it('income is before fees, net after them, margin after shares and prizes too', () => {
    const tally = addTo(nothing(), {
      grossFen: 1000,
      refundFen: 100,
      feeFen: 9,
      sharesFen: 300,
      giftCostFen: 91,
      machineDays: 4,
    });
    expect(figuresOf(tally)).toMatchObject({
      incomeFen: 900,
      netFen: 891,
      marginFen: 500,
      marginRatio: 5556,
      perMachineDayFen: 225,
    });
  });

  it('without income there is no ratio, and without machines no share of one', () => {
    expect(figuresOf(nothing())).toMatchObject({ marginRatio: null, perMachineDayFen: null });
    expect(figuresOf(addTo(nothing(), { refundFen: 5 }))).toMatchObject({ incomeFen: -5, marginRatio: null });
  });
});

describe('contributions', () => {
  const now = new Map([
    ['a', 500],
    ['b', 100],
    ['c', 70],
    ['new', 40],
  ]);
  const before = new Map([
    ['a', 100],
    ['b', 400],
    ['c', 70],
    ['gone', 60],
  ]);

  it('the largest changes come first, whichever way, and what is new or gone is one of them', () => {
    const { largest, restFen } = contributionsOf(now, before);
    expect(largest.map(({ key, changeFen }) => [key, changeFen])).toEqual([
      ['a', 400],
      ['b', -300],
      ['gone', -60],
    ]);
    expect(restFen).toBe(40);
  });

  it('all of them together are the whole change', () => {
    const sum = (amounts: Iterable<number>) => [...amounts].reduce((total, amount) => total + amount, 0);
    for (const most of [0, 1, 2, 3, 9]) {
      const { largest, restFen } = contributionsOf(now, before, most);
      expect(sum(largest.map(({ changeFen }) => changeFen)) + restFen).toBe(
        sum(now.values()) - sum(before.values()),
      );
    }
  });
});

describe('hours of the week', () => {
  const days = { from: '2026-11-09', to: '2026-11-16' };

  it('the week begins on Monday, and a period may have two of a day', () => {
    expect(weekdayOf('2026-11-16')).toBe(1);
    expect(weekdayOf('2026-11-15')).toBe(7);
    expect(weekdaysIn(days).get(1)).toBe(2);
    expect(weekdaysIn(days).get(7)).toBe(1);
  });

  it('an hour says what one of its kind brings, and nothing where the period has no such day', () => {
    const cells = heatOf(
      [
        { weekday: 1, hour: 20, incomeFen: 100 },
        { weekday: 1, hour: 20, incomeFen: 50 },
        { weekday: 7, hour: 3, incomeFen: 9 },
      ],
      days,
    );
    const at = (weekday: number, hour: number) =>
      cells.find((cell) => cell.weekday === weekday && cell.hour === hour);
    expect(cells).toHaveLength(7 * 24);
    expect(at(1, 20)).toMatchObject({ incomeFen: 150, averageFen: 75 });
    expect(at(7, 3)).toMatchObject({ incomeFen: 9, averageFen: 9 });
    expect(at(2, 5)).toMatchObject({ incomeFen: 0, averageFen: 0 });
    expect(
      heatOf([], { from: '2026-11-16', to: '2026-11-16' }).find(({ weekday }) => weekday === 2)?.averageFen,
    ).toBeNull();
  });
});

describe('occupancy', () => {
  const monday = { from: '2026-11-16', to: '2026-11-16' };

  it('hours are open by the minute, also past midnight and from Sunday into Monday', () => {
    const open = openMinutes([
      { days: [1], period: '09:30-11:00' },
      { days: [7], period: '23:00-01:15' },
    ]);
    expect(open.slice(0, 12)).toEqual([60, 15, 0, 0, 0, 0, 0, 0, 0, 30, 60, 0]);
    expect(open.at(-1)).toBe(60);
    expect(openMinutes([]).every((minutes) => minutes === 60)).toBe(true);
  });

  it('is what plays may have taken, of the open time of all machines that stood there', () => {
    const open = openMinutesIn([{ days: [1], period: '10:00-12:00' }], monday);
    expect(open).toBe(120);
    // sixty plays of half a minute: thirty minutes of a hundred and twenty
    expect(occupancyOf(60 * 30, open, 1)).toBe(2500);
    expect(occupancyOf(60 * 30, 2 * open, 1)).toBe(1250);
    expect(occupancyOf(9 * 3600, open, 1)).toBe(10_000);
    expect(occupancyOf(0, 0, 1)).toBeNull();
  });

  it('of a machine that stood there on some of the days is of those days', () => {
    const week = { from: '2026-11-16', to: '2026-11-22' };
    const open = openMinutesIn([], week);
    expect(open).toBe(7 * 24 * 60);
    // two days of it, played for half of the time
    expect(occupancyOf(24 * 3600, 2 * open, 7)).toBe(5000);
  });

  it('of a day that begins at five runs into the calendar day after it', () => {
    // open on Tuesday from midnight to four: that belongs to Monday's business
    const hours = [{ days: [2] as Weekday[], period: '00:00-04:00' }];
    expect(openMinutesIn(hours, monday, 5)).toBe(240);
    expect(openMinutesIn(hours, monday, 0)).toBe(0);
  });
});
