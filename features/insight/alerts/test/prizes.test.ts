import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialTail } from '#kit/kernel/binomial.ts';
import { hourMs } from '#kit/kernel/time.ts';
import { defaultSettings } from '#kit/protocol/types/catalogue.ts';
import { lookAgain, type Watch } from '../rules/prize-rules.ts';
import { expectedWinRate, isTooQuiet, isWinningTooMuch, withGuarantee } from '../rules/win-rate-rules.ts';

describe('the binomial tail', () => {
  it('is exact where one can count by hand', () => {
    expect(binomialTail(3, 3, 0.5)).toBeCloseTo(0.125, 12);
    expect(binomialTail(9, 10, 0.5)).toBeCloseTo(11 / 1024, 12);
    expect(binomialTail(4, 4, 0.1)).toBeCloseTo(1e-4, 12);
  });

  it('agrees with the plain sum of its terms', () => {
    const plain = (hits: number, trials: number, rate: number) => {
      let term = (1 - rate) ** trials;
      let sum = 0;
      for (let k = 0; k <= trials; k++) {
        if (k >= hits) sum += term;
        term *= ((trials - k) / (k + 1)) * (rate / (1 - rate));
      }
      return sum;
    };
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0.01, max: 0.5, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (trials, rate, share) => {
          const hits = Math.min(trials, Math.floor(trials * rate) + 1 + Math.floor(share * 20));
          const exact = plain(hits, trials, rate);
          expect(binomialTail(hits, trials, rate)).toBeCloseTo(exact, 9);
        },
      ),
    );
  });
});

describe('the rate a machine should have', () => {
  it('is lifted by a guarantee', () => {
    expect(withGuarantee(0.03, 0)).toBe(0.03);
    expect(withGuarantee(0, 40)).toBe(1 / 40);
    // one prize in 1/p plays, cut off at 40: (1 - 0.97 ** 40) / 0.03 = 23.5 plays each
    expect(1 / withGuarantee(0.03, 40)).toBeCloseTo(23.48, 1);
  });

  it('comes from the settings of each type, and is unknown where skill alone decides', () => {
    const claw = defaultSettings('claw');
    expect(expectedWinRate('claw', claw)).toBeCloseTo(0.0426, 3);
    expect(
      expectedWinRate('claw', { ...claw, force: { ...claw.force, payoutMode: 'none' } }),
    ).toBeUndefined();
    expect(expectedWinRate('cabinet', defaultSettings('cabinet'))).toBeGreaterThan(0.03);
    expect(expectedWinRate('vending', defaultSettings('vending'))).toBeUndefined();
  });
});

describe('a prize machine', () => {
  it('is too quiet only when chance does not explain it', () => {
    expect(isTooQuiet(149, 150, 0.0426)).toBe(false);
    expect(isTooQuiet(150, 150, 0.0426)).toBe(false);
    expect(isTooQuiet(170, 150, 0.0426)).toBe(true);
    expect(isTooQuiet(170, 150, 0.01)).toBe(false);
    expect(isTooQuiet(150, 150, undefined)).toBe(true);
  });

  it('wins too much only far above its rate, and then not off and on', () => {
    const winning = (prizes: number, open = false) =>
      isWinningTooMuch({ plays: 100, prizes }, 0.0426, 150, open);
    expect(winning(5)).toBe(false);
    expect(winning(11)).toBe(false);
    expect(winning(18)).toBe(true);
    expect(winning(14)).toBe(false);
    expect(winning(14, true)).toBe(true);
    expect(winning(9, true)).toBe(false);
  });

  it('needs a few prizes before anything is said', () => {
    expect(isWinningTooMuch({ plays: 4, prizes: 4 }, 0.03, 150, false)).toBe(false);
  });
});

describe('the watch over counters', () => {
  const now = new Date('2026-11-16T10:00:00Z');
  const later = (hours: number) => new Date(now.getTime() + hours * hourMs);
  const begun = lookAgain(undefined, { plays: 100, prizes: 5, settingsVersion: 1 }, now, false);

  it('begins where it first looks', () => {
    expect(begun).toMatchObject({ quietFromPlays: 100, windowPlays: 100, windowPrizes: 5, windowAt: now });
  });

  it('writes nothing while only plays go on', () => {
    expect(lookAgain(begun, { plays: 180, prizes: 5, settingsVersion: 1 }, later(1), false)).toBe(begun);
  });

  it('counts quiet plays from the last prize', () => {
    const seen = lookAgain(begun, { plays: 180, prizes: 6, settingsVersion: 1 }, later(1), false);
    expect(seen).toMatchObject({ quietFromPlays: 180, windowPlays: 100, windowPrizes: 5 });
  });

  it.each([
    ['counters were cleared', { plays: 3, prizes: 0, settingsVersion: 1 }],
    ['settings changed', { plays: 180, prizes: 6, settingsVersion: 2 }],
  ])('begins again when %s', (_, totals) => {
    expect(lookAgain(begun, totals, later(1), false)).toMatchObject({
      quietFromPlays: totals.plays,
      windowPlays: totals.plays,
      windowPrizes: totals.prizes,
    });
  });

  it('opens a new window after many plays or days, unless an alert stands on the old one', () => {
    const busy = { plays: 1200, prizes: 40, settingsVersion: 1 };
    expect(lookAgain(begun, busy, later(1), false)).toMatchObject({ windowPlays: 1200, windowPrizes: 40 });
    expect(lookAgain(begun, busy, later(1), true)).toMatchObject({ windowPlays: 100, windowPrizes: 5 });
    const slow: Watch = lookAgain(begun, { plays: 120, prizes: 5, settingsVersion: 1 }, later(80), false);
    expect(slow.windowPlays).toBe(120);
  });
});
