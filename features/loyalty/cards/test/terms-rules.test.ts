import { describe, expect, it } from 'vitest';
import type { CardTerms } from '../contract/terms.ts';
import { givesTheSame, leastWorthFen, refusalOfTerms, rightsInAll } from '../rules/terms-rules.ts';

const month: CardTerms = {
  days: 30,
  starts: 'purchase',
  dailyPlays: 3,
  dailyCoins: 0,
  basisPoints: null,
  withOthers: false,
  siteIds: [],
  deviceTypes: ['claw'],
  hours: [{ days: [6, 7], period: '10:00-22:00' }],
};

describe('terms of a card', () => {
  it('are the same whatever the order of their names and the number of days', () => {
    const stored = Object.fromEntries(Object.entries(month).toReversed()) as unknown as CardTerms;
    expect(givesTheSame(month, { ...stored, days: 7 })).toBe(true);
    const hours = [{ period: '10:00-22:00', days: [6, 7] }];
    expect(givesTheSame(month, { ...month, hours })).toBe(true);
  });

  it.each([
    [{ dailyPlays: 4 }],
    [{ basisPoints: 9000 }],
    [{ siteIds: ['a'] }],
    [{ deviceTypes: [] }],
    [{ hours: [] }],
    [{ starts: 'firstUse' as const }],
  ])('differ by %j', (changes) => {
    expect(givesTheSame(month, { ...month, ...changes })).toBe(false);
  });

  it('give something, plays or coins, and begin on a known day', () => {
    expect(refusalOfTerms(month)).toBeUndefined();
    expect(refusalOfTerms({ ...month, dailyCoins: 1 })?.field).toBe('dailyCoins');
    expect(refusalOfTerms({ ...month, dailyPlays: 0 })?.field).toBe('dailyPlays');
    expect(refusalOfTerms({ ...month, starts: 'firstUse', basisPoints: 9000 })?.field).toBe('starts');
    expect(refusalOfTerms({ ...month, dailyPlays: 0, basisPoints: 9000 })).toBeUndefined();
  });

  it('count for all that may be had by them, one at least', () => {
    expect(rightsInAll(month)).toEqual({ plays: 90, coins: 0 });
    expect(leastWorthFen({ ...month, dailyPlays: 0, basisPoints: 9000 })).toBe(3000);
  });
});
