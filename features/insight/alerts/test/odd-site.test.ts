import { describe, expect, it } from 'vitest';
import { dayMs, hourMs } from '#kit/kernel/time.ts';
import { besideSite } from '../rules/judge-odd-rules.ts';
import { hoursBefore, type OddMachine } from '../rules/odd-machine-rules.ts';
import { judgeCrowd } from '../rules/odd-site-rules.ts';
import {
  type Change,
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
  start,
  until,
} from './odd-stage.ts';

describe('a whole site', () => {
  const wholeOf = (machines: readonly OddMachine[], changes: { isOpen?: boolean; since?: number } = {}) =>
    judgeCrowd('site', judge(machines).crowd, hoursBefore(until), { isOpen: false, ...changes });

  it('at which nobody plays is told once, with its band, and none of its machines besides', () => {
    const machines = neighbours(dead);
    const whole = wholeOf(machines);
    expect(whole).toMatchObject({ id: 'site', kind: 'siteLow', was: 0 });
    const last = whole!.points.at(-1)!;
    expect(last.was).toBeLessThan(last.low);
    expect(last.low).toBeLessThan(last.middle);
    expect(last.middle).toBeLessThan(last.high);
    // from when on it was so, though fewer hours were enough to be sure
    expect(whole).toMatchObject({ hours: closes - opens });
    expect(kindsOf(machines)).toEqual([]);
  });

  it('is told of a hall however many people it usually has', () => {
    const busy: Change = (hour) => ({ ...hour, use: hour.use * 200 });
    const hall = neighbours().map(({ id }) => {
      const hours = new Map([...hoursOf(id, dead)].map(([at, hour]) => [at, busy(hour)]));
      const habit = { ...habitOf(hours), visit: 1 };
      return machineOf(id, dead, { hours, habit });
    });
    expect(wholeOf(hall)).toMatchObject({ kind: 'siteLow', was: 0 });
  });

  it('is told within hours, not at the end of a day', () => {
    const early = start + days * dayMs + (opens + 4) * hourMs;
    const { crowd } = judge(neighbours(dead), early);
    expect(judgeCrowd('site', crowd, hoursBefore(early), { isOpen: false })).not.toBeNull();
  });

  it('is not told of a usual day, of rain, nor of hours before a silence ended', () => {
    const rain: Change = (hour) => (hour.at % (3 * hourMs) === 0 ? hour : dead(hour));
    expect(wholeOf(neighbours())).toBeNull();
    expect(wholeOf(neighbours(rain))).toBeNull();
    expect(wholeOf(neighbours(dead), { since: until - hourMs })).toBeNull();
  });

  it('is not told of one machine, however much of the site it brings', () => {
    expect(wholeOf([machineOf('alone', dead)])).toBeNull();
    const much: Change = (hour) => ({ ...hour, use: hour.use * 50 });
    const hours = new Map([...hoursOf('large', dead)].map(([at, hour]) => [at, much(hour)]));
    const large = machineOf('large', dead, { hours, habit: habitOf(hours) });
    expect(wholeOf([large, machineOf('small'), machineOf('smaller')])).toBeNull();
  });

  it('stays told while hardly anybody comes, and ends when people are back', () => {
    expect(wholeOf(neighbours(dead), { isOpen: true })).toMatchObject({ kind: 'siteLow' });
    expect(wholeOf(neighbours(), { isOpen: true })).toBeNull();
    // nothing is known of machines that are away: what was told of the site stays
    const excused = [{ from: 0, to: Number.POSITIVE_INFINITY }];
    const away = neighbours(dead).map((machine) => ({ ...machine, excused }));
    expect(wholeOf(away, { isOpen: true })).toMatchObject({ points: [] });
    expect(wholeOf(away)).toBeNull();
  });

  it('hides what would be new of a machine beside it, not what is open nor other kinds', () => {
    const finding = (id: string, kind: 'incomeLow' | 'winDrift') => ({
      ...{ id, kind, was: 0, from: 1, to: 2, hours: 3 },
      points: [],
    });
    const list = [finding('new', 'incomeLow'), finding('open', 'incomeLow'), finding('other', 'winDrift')];
    const site = { ...finding('site', 'incomeLow'), kind: 'siteLow' as const };
    const idsBeside = (whole: typeof site | null) =>
      besideSite(list, whole, ({ id }) => id === 'open').map(({ id }) => id);
    expect(idsBeside(site)).toEqual(['open', 'other']);
    expect(idsBeside(null)).toEqual(['new', 'open', 'other']);
  });
});
