import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chanceOf } from '#kit/kernel/demo-days.ts';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { expectedAt, type Habit, habitsOf, pastDays } from '../rules/habit-rules.ts';
import { judgeSite } from '../rules/judge-odd-rules.ts';
import { dayBegins, type OddHour, oddHourOf, placeInWeek } from '../rules/odd-figure-rules.ts';
import { siteFactor, tailOf } from '../rules/odd-income-rules.ts';
import { hoursBefore, type OddMachine, thinned } from '../rules/odd-machine-rules.ts';

const clock = { offsetMs: 8 * hourMs, dayStart: 0 };
/** Monday, midnight in China, and 42 days later. */
const start = Date.UTC(2026, 0, 4, 16);
const days = 42;
const [opens, closes] = [10, 22];
const isOpen = (at: number) => {
  const { hour } = placeInWeek(at, clock);
  return hour >= opens && hour < closes;
};
const openShare = (at: number) => (isOpen(at) ? 1 : 0);

type Change = (hour: OddHour) => OddHour;
const same: Change = (hour) => hour;

/** A claw that is played some eight times an hour; `last` says what its days since then were like. */
function hoursOf(
  name: string,
  last: Change = same,
  until = start + (days + 1) * dayMs,
): Map<number, OddHour> {
  const draw = chanceOf(name);
  const hours = new Map<number, OddHour>();
  for (let at = start; at < until; at += hourMs) {
    if (!isOpen(at)) continue;
    const plays = draw(4, 12);
    const wins = draw(1, 10) <= 4 ? 1 : 0;
    const hour = { at, use: plays, taken: plays, given: plays, plays, wins };
    hours.set(at, at >= start + days * dayMs ? last(hour) : hour);
  }
  return hours;
}

function habitOf(hours: ReadonlyMap<number, OddHour>): Habit {
  const first = placeInWeek(start, clock).day;
  const past = pastDays([...hours.values()], clock, { first, last: first + days - 1 });
  return habitsOf(new Map([['one', past]])).get('one')!;
}

function machineOf(name: string, last: Change = same, changes: Partial<OddMachine> = {}): OddMachine {
  const hours = hoursOf(name, last);
  return {
    id: name,
    habit: habitOf(hours),
    hours,
    gives: 'plays',
    prizes: true,
    excused: [],
    since: {},
    open: new Set(),
    ...changes,
  };
}

/** At ten in the evening of the day after the past. */
const until = start + days * dayMs + closes * hourMs;
const kindsOf = (machines: readonly OddMachine[]) =>
  judgeSite({ clock, openShare, until }, machines).map(({ id, kind }) => `${id} ${kind}`);
const neighbours = (last: Change = same) => [1, 2, 3, 4].map((n) => machineOf(`neighbour ${n}`, last));

const dead: Change = (hour) => ({ ...hour, use: 0, taken: 0, given: 0, plays: 0, wins: 0 });

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
    const found = judgeSite({ clock, openShare, until }, [machineOf('dead', dead), ...neighbours()]);
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
        const found = judgeSite({ clock, openShare, until }, [machineOf('any', odd), ...neighbours()]);
        for (const { points } of found)
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
