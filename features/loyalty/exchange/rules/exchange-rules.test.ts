import { describe, expect, it } from 'vitest';
import { isAbove, isTooMuch, sumOfLines } from './exchange-rules.ts';

const line = (changes: object = {}) => ({
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
    expect(isAbove({ points: amount, tickets: 0 }, limit)).toBe(asks);
    expect(isAbove({ points: 0, tickets: amount }, limit)).toBe(asks);
  });
});
