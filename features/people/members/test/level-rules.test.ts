import { describe, expect, it } from 'vitest';
import { earnedLevel, type LevelRule, type PaidDay, reachedBy } from '../rules/level-rules.ts';
import { segmentOf } from '../rules/segments.ts';

const level = (rank: number, more: Partial<LevelRule>): LevelRule => ({
  id: `level ${rank}`,
  rank,
  topUpFen: null,
  spendFen: null,
  keepDays: null,
  ...more,
});
const paid = (day: string, paidFen: number, topUpFen = 0): PaidDay => ({ day, paidFen, topUpFen });
const today = '2026-11-16';

describe('a level', () => {
  it('is reached by one top-up that is large enough, and not by several small ones', () => {
    const gold = level(1, { topUpFen: 10_000 });
    expect(reachedBy(gold, [paid('2026-01-01', 10_000, 10_000)], today)).toBe('topUp');
    expect(reachedBy(gold, [paid('2026-01-01', 9999, 9999), paid(today, 9999, 9999)], today)).toBeNull();
  });

  it('is reached by everything together', () => {
    const gold = level(1, { spendFen: 10_000 });
    const days = [paid('2026-01-01', 4000), paid('2026-05-01', 5999)];
    expect(reachedBy(gold, days, today)).toBeNull();
    expect(reachedBy(gold, [...days, paid(today, 1)], today)).toBe('spend');
  });

  it('counts its own days only: today is the first of them, going back', () => {
    const gold = level(1, { spendFen: 100, keepDays: 30 });
    expect(reachedBy(gold, [paid('2026-10-18', 100)], today)).toBe('spend');
    expect(reachedBy(gold, [paid('2026-10-17', 100)], today)).toBeNull();
  });

  it('is the highest that is reached, whatever lies between', () => {
    const levels = [level(2, { spendFen: 500 }), level(3, { topUpFen: 1 }), level(1, { spendFen: 1 })];
    expect(earnedLevel(levels, [paid(today, 100)], today)?.level.rank).toBe(1);
    expect(earnedLevel(levels, [paid(today, 600)], today)?.level.rank).toBe(2);
    expect(earnedLevel(levels, [paid(today, 100, 100)], today)).toMatchObject({
      level: { rank: 3 },
      reason: 'topUp',
    });
    expect(earnedLevel(levels, [], today)).toBeUndefined();
  });
});

describe('a standing', () => {
  const now = new Date('2026-11-16T04:00:00Z');
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  it('changes on the day, and never leaves somebody out who was there', () => {
    const standing = (first: number, last: number) =>
      segmentOf({ firstVisitAt: ago(first), lastVisitAt: ago(last) }, now);
    expect(standing(14, 0)).toBe('new');
    expect(standing(15, 0)).toBe('regular');
    expect(standing(40, 30)).toBe('regular');
    expect(standing(40, 31)).toBe('sleeping');
    expect(standing(90, 90)).toBe('sleeping');
    expect(standing(91, 91)).toBe('lost');
    expect(segmentOf({ firstVisitAt: null, lastVisitAt: null }, now)).toBeNull();
  });
});
