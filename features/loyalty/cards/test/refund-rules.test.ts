import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type RefundCase, refundOf, usedOf } from '../rules/refund-rules.ts';

const month: RefundCase = {
  priceFen: 9000,
  cardFen: 9000,
  coins: 0,
  coinsLeft: 0,
  days: 30,
  daysUsed: 0,
  rights: 90,
  rightsUsed: 0,
  savedFen: 0,
};
const refundAfter = (changes: Partial<RefundCase>) => refundOf({ ...month, ...changes });

describe('a refund of a card', () => {
  it('is all of it as long as nothing was used', () => {
    expect(refundAfter({})).toMatchObject({ totalFen: 9000, coinsBack: 0 });
  });

  it.each([
    ['days', { daysUsed: 10, rightsUsed: 3 }, 6000, 'daysUsed'],
    ['rights', { daysUsed: 1, rightsUsed: 45 }, 4500, 'rightsUsed'],
    ['what it saved', { daysUsed: 1, savedFen: 5000 }, 4000, 'saved'],
    ['what it saved, and never below nothing', { savedFen: 10_000 }, 0, 'saved'],
    ['days where they cost more than it saved', { daysUsed: 20, savedFen: 5000 }, 3000, 'daysUsed'],
    ['days where both are the same', { daysUsed: 10, rightsUsed: 30 }, 6000, 'daysUsed'],
    ['days where nothing is counted by the day', { rights: 0, daysUsed: 15 }, 4500, 'daysUsed'],
  ] as const)('goes by %s, whichever leaves less', (_, changes, totalFen, kind) => {
    const { totalFen: found, lines } = refundAfter(changes);
    expect(found).toBe(totalFen);
    expect(lines[1]?.kind).toBe(kind);
  });

  it('is nothing when the days are over, or everything was used', () => {
    expect(refundAfter({ daysUsed: 30 }).totalFen).toBe(0);
    expect(refundAfter({ daysUsed: 2, rightsUsed: 200 }).totalFen).toBe(0);
  });

  it('pays for the coins that came with it as far as they are there', () => {
    const withCoins = { priceFen: 12_000, coins: 100 };
    expect(refundAfter({ ...withCoins, coinsLeft: 500 })).toMatchObject({ totalFen: 12_000, coinsBack: 100 });
    expect(refundAfter({ ...withCoins, coinsLeft: 40 })).toMatchObject({ totalFen: 10_200, coinsBack: 40 });
    expect(refundAfter({ ...withCoins, coinsLeft: -5 })).toMatchObject({ totalFen: 9000, coinsBack: 0 });
  });

  it('is between nothing and what was paid, its lines add up, and using more never gives more', () => {
    const anyCase = fc
      .record({
        cardFen: fc.integer({ min: 1, max: 1_000_000 }),
        coinsFen: fc.integer({ min: 0, max: 1_000_000 }),
        coins: fc.integer({ min: 0, max: 1000 }),
        coinsLeft: fc.integer({ min: -10, max: 2000 }),
        days: fc.integer({ min: 1, max: 400 }),
        daysUsed: fc.integer({ min: 0, max: 500 }),
        daily: fc.integer({ min: 0, max: 20 }),
        rightsUsed: fc.integer({ min: 0, max: 9000 }),
        savedFen: fc.integer({ min: 0, max: 2_000_000 }),
      })
      .map(
        ({ coinsFen, daily, ...one }): RefundCase => ({
          ...one,
          priceFen: one.cardFen + (one.coins > 0 ? coinsFen : 0),
          rights: one.days * daily,
        }),
      );
    fc.assert(
      fc.property(anyCase, fc.nat(5), fc.nat(5), (one, days, rights) => {
        const { lines, totalFen, byDaysFen, byRightsFen, bySavedFen } = refundOf(one);
        expect(lines.reduce((sum, line) => sum + line.amountFen, 0)).toBe(totalFen);
        expect(totalFen).toBeGreaterThanOrEqual(0);
        expect(totalFen).toBeLessThanOrEqual(one.priceFen);
        expect(Math.min(byDaysFen, byRightsFen ?? byDaysFen, bySavedFen ?? byDaysFen)).toBeLessThanOrEqual(
          totalFen,
        );
        const more = {
          ...one,
          daysUsed: one.daysUsed + days,
          rightsUsed: one.rightsUsed + rights,
          savedFen: one.savedFen + days,
        };
        expect(refundOf(more).totalFen).toBeLessThanOrEqual(totalFen);
      }),
    );
  });
});

describe('what of a purchase is used', () => {
  const first = { offset: 0, days: 30 };
  const renewal = { offset: 30, days: 30 };

  it('is nothing before the first day, and not today unless something was used', () => {
    expect(usedOf(first, null, [])).toEqual({ daysUsed: 0, rightsUsed: 0 });
    expect(usedOf(first, 0, [])).toEqual({ daysUsed: 0, rightsUsed: 0 });
    expect(usedOf(first, 0, [{ index: 0, used: 2 }])).toEqual({ daysUsed: 1, rightsUsed: 2 });
    expect(usedOf(first, 4, [{ index: 0, used: 2 }])).toEqual({ daysUsed: 4, rightsUsed: 2 });
  });

  it('begins for a renewal where the days before it end', () => {
    const uses = [
      { index: 29, used: 3 },
      { index: 31, used: 1 },
    ];
    expect(usedOf(renewal, 12, [{ index: 12, used: 3 }])).toEqual({ daysUsed: 0, rightsUsed: 0 });
    expect(usedOf(renewal, 31, uses)).toEqual({ daysUsed: 2, rightsUsed: 1 });
    expect(usedOf(first, 31, uses)).toEqual({ daysUsed: 30, rightsUsed: 3 });
  });
});
