import { describe, expect, it } from 'vitest';
import { givesAway } from '../rules/fair-rules.ts';
import { hoursOf, isWider } from '../rules/reach-rules.ts';

describe('an offer reaches further', () => {
  it('when something of it is switched on', () => {
    expect(isWider({ on: [true, true] }, { on: [true, false] })).toBe(true);
    expect(isWider({ on: [true, false] }, { on: [true, true] })).toBe(false);
  });

  it('when it begins earlier or ends later', () => {
    const [may, june] = [
      { fromDay: '2026-05-01', toDay: '2026-05-31' },
      { fromDay: '2026-06-01', toDay: '2026-06-30' },
    ];
    expect([isWider(may, june), isWider(june, may)]).toEqual([true, true]);
    expect(isWider({ fromDay: null, toDay: may.toDay }, may)).toBe(true);
    expect(isWider({ fromDay: may.fromDay, toDay: null }, may)).toBe(true);
    expect(isWider(may, { fromDay: null, toDay: null })).toBe(false);
    expect(isWider(may, may)).toBe(false);
  });

  it('when it may be had more often, or for less', () => {
    const atMost = (most: number | null) => ({ atMost: [most] });
    expect([isWider(atMost(2), atMost(1)), isWider(atMost(null), atMost(1))]).toEqual([true, true]);
    expect([isWider(atMost(1), atMost(2)), isWider(atMost(1), atMost(null))]).toEqual([false, false]);
    const atLeast = (least: number | null) => ({ atLeast: [least] });
    expect([isWider(atLeast(1), atLeast(2)), isWider(atLeast(1), atLeast(null))]).toEqual([true, true]);
    expect([isWider(atLeast(2), atLeast(1)), isWider(atLeast(null), atLeast(1))]).toEqual([false, false]);
  });

  it('when it holds for others, elsewhere, or at other hours', () => {
    const only = (...names: string[]) => ({ only: [names] });
    expect([isWider(only(), only('a')), isWider(only('a', 'b'), only('a'))]).toEqual([true, true]);
    expect([isWider(only('a'), only()), isWider(only('a'), only('b', 'a'))]).toEqual([false, false]);
    const at = (...days: number[]) => ({ only: [hoursOf([{ days, period: '10:00-12:00' }])] });
    expect([isWider(at(1, 2), at(1)), isWider(at(1), at(2, 1))]).toEqual([true, false]);
  });
});

it('the yes to an offer is no yes to the same one for more people, unless it is a fair one', () => {
  const before = { worthFen: 1000, priceFen: 100 };
  expect(givesAway({ label: '', ...before, before, wider: true })).toBe(true);
  expect(givesAway({ label: '', ...before, before, wider: false })).toBe(false);
  expect(givesAway({ label: '', worthFen: 300, priceFen: 100, before, wider: true })).toBe(false);
});
