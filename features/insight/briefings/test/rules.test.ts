import { describe, expect, it } from 'vitest';
import { usualChoice } from '../rules/choice-rules.ts';
import { compared, headlineOf } from '../rules/headline-rules.ts';
import { rankPlaces } from '../rules/ranking-rules.ts';

const yesterday = { incomeFen: 900, lastWeekFen: 1_000 };

describe('the headline', () => {
  it('holds today against the same day of the week before', () => {
    const hours = { todayFen: 1_120, yesterdayFen: 500, lastWeekFen: 1_000 };
    expect(headlineOf({ hours, yesterday })).toEqual({
      of: 'hours',
      against: 'lastWeek',
      kind: 'above',
      percent: 12,
      differenceFen: 120,
    });
  });

  it('takes yesterday where there was nothing a week ago', () => {
    const hours = { todayFen: 400, yesterdayFen: 500, lastWeekFen: 0 };
    expect(headlineOf({ hours, yesterday })).toMatchObject({
      against: 'yesterday',
      kind: 'below',
      percent: 20,
    });
  });

  it('says that these are the first takings at such an hour', () => {
    const hours = { todayFen: 400, yesterdayFen: 0, lastWeekFen: 0 };
    expect(headlineOf({ hours, yesterday })).toMatchObject({
      of: 'hours',
      kind: 'first',
      percent: undefined,
    });
  });

  it('speaks of yesterday before anything has come in at such an hour', () => {
    const hours = { todayFen: 0, yesterdayFen: 0, lastWeekFen: 0 };
    expect(headlineOf({ hours, yesterday })).toMatchObject({ of: 'yesterday', kind: 'below', percent: 10 });
    expect(headlineOf({ hours, yesterday: { incomeFen: 0, lastWeekFen: 0 } })).toMatchObject({
      kind: 'quiet',
    });
  });

  it('a drop to nothing is a drop', () => {
    const hours = { todayFen: 0, yesterdayFen: 0, lastWeekFen: 800 };
    expect(headlineOf({ hours, yesterday })).toMatchObject({ of: 'hours', kind: 'below', percent: 100 });
  });

  it('names the amount where a share says nothing, and calls less than half a percent the same', () => {
    expect(compared(5_000, 1_000)).toEqual({ kind: 'above', percent: undefined, differenceFen: 4_000 });
    expect(compared(4_000, 1_000)).toMatchObject({ percent: 300 });
    expect(compared(10_049, 10_000)).toMatchObject({ kind: 'same' });
    expect(compared(10_050, 10_000)).toMatchObject({ kind: 'above', percent: 1 });
    // refunds of earlier days can be more than the takings of one
    expect(compared(-500, 1_000)).toMatchObject({ kind: 'below', percent: 150 });
    expect(compared(500, -100)).toMatchObject({ kind: 'first' });
  });
});

describe('the ranking', () => {
  const now = new Map([
    ['large', 10_000],
    ['small', 3_000],
    ['poor', 600],
  ]);
  const before = new Map([
    ['large', 12_000],
    ['gone', 50],
  ]);
  const machineDays = new Map([
    ['large', 70],
    ['small', 7],
    ['poor', 7],
    ['', 3],
    ['empty', 0],
  ]);

  it('goes by what a machine brings in a day, not by size', () => {
    const { best, worst, count } = rankPlaces(now, before, machineDays, 3);
    expect(count).toBe(3);
    expect(best).toEqual([{ id: 'small', incomeFen: 3_000, changeFen: 3_000, perMachineDayFen: 429 }]);
    expect(worst).toEqual([{ id: 'poor', incomeFen: 600, changeFen: 600, perMachineDayFen: 86 }]);
  });

  it('shares nobody, shows one alone as the best, and no more than asked for', () => {
    expect(rankPlaces(now, before, new Map([['large', 7]]), 3)).toMatchObject({
      best: [{ id: 'large', changeFen: -2_000 }],
      worst: [],
    });
    const many = new Map(Array.from({ length: 9 }, (_, index) => [`p${index}`, 1]));
    const incomes = new Map([...many.keys()].map((id, index) => [id, index]));
    const { best, worst } = rankPlaces(incomes, new Map(), many, 3);
    expect(best.map(({ id }) => id)).toEqual(['p8', 'p7', 'p6']);
    expect(worst.map(({ id }) => id)).toEqual(['p0', 'p1', 'p2']);
    expect(rankPlaces(incomes, new Map(), new Map(), 3)).toEqual({ best: [], worst: [], count: 0 });
  });
});

it('owners of merchants are told by message unless they say otherwise, others when they ask', () => {
  expect(usualChoice({ owner: true, ofMerchant: true }).periods).toEqual(['day', 'week', 'month']);
  expect(usualChoice({ owner: false, ofMerchant: true }).periods).toEqual([]);
  expect(usualChoice({ owner: true, ofMerchant: false }).periods).toEqual([]);
});
