import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceOf } from '#kit/kernel/demo-days.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { expectedAt, habitsOf } from '../rules/habit-rules.ts';
import { dayBegins, oddHourOf, placeInWeek } from '../rules/odd-figure-rules.ts';
import { siteFactor, tailOf } from '../rules/odd-income-rules.ts';
import { hoursBefore, thinned } from '../rules/odd-machine-rules.ts';
import { judgeCrowd } from '../rules/odd-site-rules.ts';
import { pastDays } from '../rules/past-day-rules.ts';
import {
  type Change,
  clock,
  closes,
  days,
  dead,
  habitOf,
  hoursOf,
  judge,
  kindsOf,
  machineOf,
  neighbours,
  opens,
  same,
  start,
  until,
} from './odd-stage.ts';

describe('the week of a site', () => {
  it('has business days that begin at its own hour', () => {
    const late = { offsetMs: 8 * hourMs, dayStart: 6 };
    // Monday 2 o'clock belongs to Sunday
    expect(placeInWeek(start + 2 * hourMs, late)).toMatchObject({ weekday: 6, hour: 2 });
    expect(placeInWeek(start + 7 * hourMs, late)).toMatchObject({ weekday: 0, hour: 7 });
    const { day } = placeInWeek(start + 7 * hourMs, late);
    expect(dayBegins(day, late)).toBe(start + 6 * hourMs);
  });
});

describe('a habit', () => {
  it('needs fourteen days', () => {
    const hours = [...hoursOf('new').values()];
    const first = placeInWeek(start, clock).day;
    const of = (count: number) =>
      habitsOf(new Map([['one', pastDays(hours, clock, { first, last: first + count - 1 })]])).get('one');
    expect(of(13)).toBeNull();
    expect(of(14)).toMatchObject({ days: 14 });
  });

  it('expects nothing while the site is closed and what is usual while it is open', () => {
    const habit = habitOf(hoursOf('usual'));
    expect(expectedAt(habit, start + 3 * hourMs, clock)).toBe(0);
    expect(expectedAt(habit, start + 15 * hourMs, clock)).toBeGreaterThan(5);
    expect(expectedAt(habit, start + 15 * hourMs, clock)).toBeLessThan(11);
  });

  it('is not moved by two wild days', () => {
    const plain = hoursOf('wild');
    const wild = new Map(
      [...plain].map(([at, hour]) => [
        at,
        at > start + 10 * dayMs && at < start + 12 * dayMs ? { ...hour, use: hour.use * 50 } : hour,
      ]),
    );
    const at = start + 16 * hourMs;
    const [usual, moved] = [expectedAt(habitOf(plain), at, clock), expectedAt(habitOf(wild), at, clock)];
    expect(Math.abs(moved / usual - 1)).toBeLessThan(0.25);
  });

  it('knows what people bring at one go by the hours in which nobody came', () => {
    const draw = chanceOf('runs');
    const runs = new Map(
      [...hoursOf('runs')].map(([at, hour]) => {
        // one or two people in an hour, or nobody, each with three to five plays
        const people = draw(0, 2);
        let use = 0;
        for (let person = 0; person < people; person++) use += draw(3, 5);
        return [at, { ...hour, use }];
      }),
    );
    const { visit, clumps } = habitOf(runs);
    expect(visit).toBeLessThanOrEqual(clumps);
    expect(visit).toBeGreaterThan(1);
    expect(visit).toBeLessThan(7);
  });

  it('knows a bad day of the site, and takes neither a fault nor a rush for one', () => {
    const usual = habitOf(hoursOf('usual'));
    expect(usual.badDay).toBe(0.4);
    const bad = (shares: readonly number[]) =>
      habitOf(
        new Map(
          [...hoursOf('bad')].map(([at, hour]) => {
            const share = shares[placeInWeek(at, clock).day - placeInWeek(start, clock).day - 5] ?? 1;
            return [at, { ...hour, use: hour.use * share }];
          }),
        ),
      ).badDay;
    expect(bad([0])).toBe(0.4);
    expect(bad([0, 0.25])).toBeCloseTo(0.25, 1);
    expect(bad([0, 0, 0])).toBe(0.1);
    expect(bad([9, 9, 9])).toBe(0.4);
  });

  it('knows no relation where the past shows none', () => {
    const draw = chanceOf('loose');
    const hours = new Map(
      [...hoursOf('loose')].map(([at, hour]) => [
        at,
        { ...hour, given: draw(0, 60) * (at % (3 * dayMs) ? 1 : 9) },
      ]),
    );
    const loose = new Map(
      [...hours].map(([at, hour]) => [at, placeInWeek(at, clock).day % 2 ? { ...hour, given: 1 } : hour]),
    );
    expect(habitOf(loose).gap).toBeNull();
    expect(habitOf(hoursOf('firm')).gap).toMatchObject({ rate: 1 });
  });
});

describe('a site', () => {
  it('on a usual day has nothing to tell', () => {
    expect(kindsOf(neighbours())).toEqual([]);
  });

  it('tells of the machine that nobody plays, with the band it left', () => {
    const { findings: found } = judge([machineOf('dead', dead), ...neighbours()]);
    expect(found).toMatchObject([{ id: 'dead', kind: 'incomeLow', was: 0 }]);
    const last = found[0]!.points.at(-1)!;
    expect(last.was).toBe(0);
    expect(last.low).toBeGreaterThan(0);
    expect(last.low).toBeLessThan(last.middle);
    expect(last.middle).toBeLessThan(last.high);
  });

  it('does not tell of rain that keeps people from all machines', () => {
    const rain: Change = (hour) => (hour.at % (4 * hourMs) === 0 ? hour : dead(hour));
    expect(kindsOf(neighbours(rain)).filter((kind) => kind.endsWith('incomeLow'))).toEqual([]);
  });

  it('does not tell of a machine that is known to be away, nor of hours before it was mended', () => {
    const excused = [{ from: start + days * dayMs, to: Number.POSITIVE_INFINITY }];
    expect(kindsOf([machineOf('away', dead, { excused }), ...neighbours()])).toEqual([]);
    const since = { incomeLow: until - hourMs };
    expect(kindsOf([machineOf('mended', dead, { since }), ...neighbours()])).toEqual([]);
  });

  it('keeps what is told until the machine is played again', () => {
    const open = new Set(['incomeLow'] as const);
    expect(kindsOf([machineOf('still', dead, { open }), ...neighbours()])).toEqual(['still incomeLow']);
    expect(kindsOf([machineOf('again', same, { open }), ...neighbours()])).toEqual([]);
    // nothing is known of a machine that is away: what was told of it stays
    const excused = [{ from: 0, to: Number.POSITIVE_INFINITY }];
    expect(kindsOf([machineOf('gone', dead, { open, excused })])).toEqual(['gone incomeLow']);
  });

  it('tells plays without coins and coins without plays apart, and neither as bad business', () => {
    const uncounted: Change = (hour) => ({ ...hour, use: 0, taken: 0 });
    const swallowed: Change = (hour) => ({ ...hour, given: 0, plays: 0, wins: 0 });
    expect(kindsOf([machineOf('sensor', uncounted), ...neighbours()])).toEqual(['sensor playsUnpaid']);
    expect(kindsOf([machineOf('thief', swallowed), ...neighbours()])).toEqual(['thief coinsNoPlays']);
  });

  it('tells coins of an exchange that nobody paid for, and not those that were', () => {
    const stolen: Change = (hour) => ({ ...hour, given: hour.given + 10 });
    const exchange = { gives: 'coins', prizes: false } as const;
    expect(kindsOf([machineOf('fished', stolen, exchange)])).toEqual(['fished cashGap']);
    expect(kindsOf([machineOf('honest', same, exchange)])).toEqual([]);
  });

  it('says nothing of wins while an alert about what is set is open, but keeps what it said before', () => {
    const often: Change = (hour) => ({ ...hour, wins: 2 });
    const told = { prizesTold: true };
    expect(kindsOf([machineOf('bent', often, told), ...neighbours()])).toEqual([]);
    const open = new Set(['winDrift'] as const);
    expect(kindsOf([machineOf('bent', often, { ...told, open }), ...neighbours()])).toEqual([
      'bent winDrift',
    ]);
  });

  it('tells many wins as soon as they are sure: the more there are the sooner', () => {
    const toldAfter = (wins: number) => {
      const machine = machineOf('bent', (hour) => ({ ...hour, wins }));
      for (let hours = 1; hours <= closes - opens; hours++)
        if (kindsOf([machine], start + days * dayMs + (opens + hours) * hourMs).length > 0) return hours;
      return Number.POSITIVE_INFINITY;
    };
    expect(toldAfter(4)).toBeLessThan(toldAfter(2));
    expect(toldAfter(2)).toBeLessThanOrEqual(closes - opens);
  });

  it('holds a machine whose days fit to the coin to less than one that is loose', () => {
    const exchange = { gives: 'coins', prizes: false } as const;
    const larger: Change = (hour) => ({ ...hour, taken: hour.taken * 20, given: hour.given * 20 });
    const some: Change = (hour) => ({ ...larger(hour), given: hour.given * 20 + 20 });
    const large = (loose: boolean) => {
      const draw = chanceOf('loose');
      const wide = () => (loose ? draw(-40, 40) : 0);
      const hours = new Map(
        [...hoursOf('large')].map(([at, hour]) => {
          const next = at >= start + days * dayMs ? some(hour) : larger(hour);
          return [at, { ...next, given: next.given + wide() }];
        }),
      );
      return machineOf('large', same, { ...exchange, hours, habit: habitOf(hours) });
    };
    expect(kindsOf([large(false)])).toEqual(['large cashGap']);
    expect(kindsOf([large(true)])).toEqual([]);
  });

  it('tells wins that chance does not explain, more and fewer', () => {
    const often: Change = (hour) => ({ ...hour, wins: 2 });
    expect(kindsOf([machineOf('bent', often), ...neighbours()])).toEqual(['bent winDrift']);
    const never: Change = (hour) => ({
      ...hour,
      plays: hour.plays * 3,
      given: hour.given * 3,
      use: hour.use * 3,
      taken: hour.taken * 3,
      wins: 0,
    });
    expect(kindsOf([machineOf('silent', never), ...neighbours()])).toEqual(['silent winDrift']);
  });
});

describe('whatever the figures are', () => {
  const amount = fc.integer({ min: 0, max: 400 });
  const hour = fc.record({ use: amount, taken: amount, given: amount, plays: amount, wins: amount });

  it('a look ends, and every picture has its band around its middle', () => {
    fc.assert(
      fc.property(fc.array(hour, { minLength: 12, maxLength: 24 }), (list) => {
        const odd: Change = (before) => ({
          ...before,
          ...(list[(before.at / hourMs) % list.length] as (typeof list)[number]),
        });
        const { findings, crowd } = judge([machineOf('any', odd), ...neighbours()]);
        const whole = judgeCrowd('site', crowd, hoursBefore(until), { isOpen: false });
        for (const { points } of whole ? [...findings, whole] : findings)
          for (const { low, middle, high, was } of points) {
            expect(low).toBeLessThanOrEqual(middle + 1);
            expect(high).toBeGreaterThanOrEqual(middle - 1);
            expect(Number.isFinite(was)).toBe(true);
          }
      }),
      { numRuns: 25 },
    );
  });

  it('neighbours who did well never make a machine look bad', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 9, noNaN: true }), { maxLength: 8 }), (ratios) => {
        const tails = ratios.map((ratio) => tailOf({ expected: [20], was: [20 * ratio] }));
        const { factor, doubt } = siteFactor(tails, 0);
        expect(factor).toBeGreaterThanOrEqual(0);
        expect(factor).toBeLessThanOrEqual(1);
        expect(doubt).toBeGreaterThan(0);
      }),
    );
  });

  it('a long picture keeps its last point', () => {
    const points = hoursBefore(until).map((at, index) => ({ at, low: 0, middle: 1, high: 2, was: index }));
    expect(thinned(points).length).toBeLessThanOrEqual(48);
    expect(thinned(points).at(-1)).toEqual(points.at(-1));
  });
});

describe('what is read of a machine', () => {
  it('is coins of a claw, coins out of an exchange against its money, and nothing of a deposit machine', () => {
    expect(oddHourOf('claw', 0, { coinsIn: 9, plays: 7, freePlays: 2, wins: 1 })).toEqual({
      ...{ at: 0, use: 9, taken: 9, given: 5, plays: 7, wins: 1 },
    });
    expect(
      oddHourOf('exchange', 0, { coinsOut: 30, cash: 2000, 'gross.wechat': 1500, 'refund.wechat': 500 }),
    ).toMatchObject({
      ...{ use: 30, taken: 30, given: 30 },
    });
    expect(oddHourOf('deposit', 0, { coinsIn: 9 })).toBeNull();
  });
});
