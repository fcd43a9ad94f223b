import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { countChances } from '../negative-binomial.ts';
import { median, medianSpread } from '../robust.ts';

describe('counts that vary more than by chance', () => {
  it.each([
    // by hand: size 2, chance of a success a half: 1/4, then 1/4, then 3/16
    [2, 4, 0, 0.25],
    [2, 4, 1, 0.5],
    [2, 4, 2, 0.6875],
    // as good as Poisson: exp(-3) (1 + 3 + 4.5)
    [3, 3, 2, 0.4232],
  ])('mean %d, variance %d: at most %i', (mean, variance, count, wanted) => {
    expect(countChances(mean, variance).atMost(count)).toBeCloseTo(wanted, 3);
  });

  it('of nothing is nothing', () => {
    expect(countChances(0, 0).atMost(0)).toBe(1);
    expect(countChances(0, 0).quantile(0.99)).toBe(0);
  });

  it('grow with the count, end at one, and quantiles keep their chance', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 400, noNaN: true }),
        fc.double({ min: 1, max: 9, noNaN: true }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (mean, ratio, chance) => {
          const chances = countChances(mean, mean * ratio);
          const edge = chances.quantile(chance);
          expect(chances.atMost(edge)).toBeGreaterThanOrEqual(chance - 1e-9);
          if (edge > 0) expect(chances.atMost(edge - 1)).toBeLessThan(chance);
          expect(chances.atMost(Math.ceil(mean * 30 + 400))).toBeCloseTo(1, 6);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('middle and spread', () => {
  it('do not move when a few values run wild', () => {
    const days = [10, 11, 9, 10, 12, 10, 9, 11, 10];
    expect(median([...days.slice(2), 9000, 9000])).toBe(10);
    expect(medianSpread([...days.slice(2), 9000, 9000])).toBeLessThan(3);
  });
});
