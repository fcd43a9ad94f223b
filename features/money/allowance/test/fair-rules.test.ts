import { describe, expect, it } from 'vitest';
import { discountOffer, givesAway, rateOffer } from '../rules/fair-rules.ts';

const offer = (worthFen: number, priceFen: number, before?: { worthFen: number; priceFen: number }) => ({
  label: '',
  worthFen,
  priceFen,
  before,
});

describe('an offer gives something away', () => {
  it('when it is worth more than three times its price', () => {
    expect([offer(300, 100), offer(301, 100), offer(1, 0)].map(givesAway)).toEqual([false, true, true]);
  });

  it('and more than it did: a dearer one, or one with another name, asks nobody', () => {
    const before = { worthFen: 1000, priceFen: 100 };
    expect(givesAway(offer(1000, 100, before))).toBe(false);
    expect(givesAway(offer(1000, 101, before))).toBe(false);
    expect(givesAway(offer(1000, 99, before))).toBe(true);
    expect(givesAway(offer(1001, 100, before))).toBe(true);
  });

  it('when a discount leaves less than a third to pay', () => {
    expect([3334, 3333, 1].map((left) => givesAway(discountOffer('', left)))).toEqual([false, true, true]);
  });

  it('when points are worth more than what was paid for them', () => {
    expect([100, 101].map((worth) => givesAway(rateOffer('', 100, worth)))).toEqual([false, true]);
  });
});
