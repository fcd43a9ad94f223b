import { describe, expect, it } from 'vitest';
import { codeAlphabet, codeLength } from '#kit/kernel/typed-code.ts';
import { goodsText, isAbove, isReminderDue, isTooMuch, leftOf, sumOfLines } from './exchange-rules.ts';
import { pickupCodeIn, scannedForm } from './pickup-code.ts';

const line = (changes: object = {}) => ({
  goodName: '杯子',
  variantName: '',
  pieces: 1,
  pricePoints: 0,
  priceTickets: 0,
  priceFen: 0,
  ...changes,
});

describe('what an exchange costs', () => {
  it('is every part of the price, for every piece', () => {
    const lines = [
      line({ pieces: 3, pricePoints: 100, priceFen: 50 }),
      line({ pieces: 2, priceTickets: 7, pricePoints: 1 }),
    ];
    expect(sumOfLines(lines)).toEqual({ points: 302, tickets: 14, amountFen: 150 });
  });

  it('is too much before it leaves what columns hold', () => {
    expect(isTooMuch({ points: 1_000_000_000, tickets: 0, amountFen: 0 })).toBe(false);
    expect(isTooMuch({ points: 0, tickets: 1_000_000_001, amountFen: 0 })).toBe(true);
  });

  it.each([
    [null, 9999, false],
    [500, 500, false],
    [500, 501, true],
    [0, 1, true],
  ])('with the limit %s asks for the password at %i: %s', (limit, amount, asks) => {
    expect(isAbove({ points: amount, tickets: 0, amountFen: 0 }, limit)).toBe(asks);
    expect(isAbove({ points: 0, tickets: amount, amountFen: 0 }, limit)).toBe(asks);
  });
});

it('names goods with their variant and number', () => {
  expect(goodsText([line({ variantName: '蓝', pieces: 2 }), line({ goodName: '伞' })])).toBe(
    '杯子 蓝 ×2、伞 ×1',
  );
});

describe('limits', () => {
  it.each([
    [{ perPlayer: null, perPlayerDay: null, perDay: null }, { own: 99, ownToday: 99, today: 99 }, null],
    [{ perPlayer: 2, perPlayerDay: null, perDay: null }, { own: 1, ownToday: 1, today: 99 }, 1],
    [{ perPlayer: 5, perPlayerDay: null, perDay: 10 }, { own: 0, ownToday: 0, today: 9 }, 1],
    [{ perPlayer: 5, perPlayerDay: 2, perDay: 10 }, { own: 3, ownToday: 1, today: 1 }, 1],
    [{ perPlayer: 5, perPlayerDay: null, perDay: 10 }, { own: 6, ownToday: 0, today: 0 }, 0],
  ])('%o with %o taken leave %s', (limits, taken, left) => {
    expect(leftOf(limits, taken)).toBe(left);
  });
});

describe('a reminder of what waits', () => {
  const at = (hour: number) => new Date(Date.UTC(2026, 0, 1, hour));
  it.each([
    [7 * 24, 6 * 24 - 1, false],
    [7 * 24, 6 * 24, true],
    [7 * 24, 7 * 24, false],
    [24, 7, false],
    [24, 8, true],
  ])('of %i hours is due after %i: %s', (hours, now, due) => {
    expect(isReminderDue({ createdAt: at(0), waitsUntil: at(hours) }, at(now))).toBe(due);
  });
});

describe('a pick-up code', () => {
  const code = codeAlphabet.slice(0, codeLength);
  it('is read as scanned, as typed and in groups', () => {
    for (const form of [scannedForm(code), code, code.toLowerCase(), code.replace(/(.{4})/g, '$1 ')])
      expect(pickupCodeIn(form)).toBe(code);
  });
  it('is nothing that is too short, too long, or has signs that no code has', () => {
    for (const form of ['', code.slice(1), `${code}2`, `${code.slice(1)}O`, `CYM${code}`])
      expect(pickupCodeIn(form)).toBeUndefined();
  });
});
