import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mixedPoisson } from '../mixed-poisson.ts';
import { median, medianSpread } from '../robust.ts';

describe('counts on days that are better or worse as a whole', () => {
  it.each([
    // Poisson by hand: exp(-3) (1 + 3 + 4.5), and exp(-10)
    [3, 2, 0.4232],
    [10, 0, 0.0000454],
  ])('of mean %d that does not vary: at most %i', (mean, count, wanted) => {
    expect(mixedPoisson(mean, 0).atMost(count) / wanted).toBeCloseTo(1, 3);
  });

  it('have the mean and the variance of a Poisson count with a lognormal factor', () => {
    const [mean, spread] = [20, 0.4];
    const chances = mixedPoisson(mean, spread);
    let [sum, squares, before] = [0, 0, 0];
    for (let count = 0; count < 250; count++) {
      const chance = chances.atMost(count) - before;
      before += chance;
      sum += count * chance;
      squares += count ** 2 * chance;
    }
    expect(sum).toBeCloseTo(mean, 3);
    expect(squares - sum ** 2).toBeCloseTo(mean + mean ** 2 * (Math.exp(spread ** 2) - 1), 1);
  });

  it('of nothing is nothing', () => {
    expect(mixedPoisson(0, 0).atMost(0)).toBe(1);
    expect(mixedPoisson(0, 0.3).quantile(0.99)).toBe(0);
  });

  it('grow with the count, end at one, and quantiles keep their chance', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 400, noNaN: true }),
        fc.double({ min: 0, max: 0.6, noNaN: true }),
        fc.double({ min: 0.01, max: 0.99, noNaN: true }),
        (mean, spread, chance) => {
          const chances = mixedPoisson(mean, spread);
          const edge = chances.quantile(chance);
          expect(chances.atMost(edge)).toBeGreaterThanOrEqual(chance - 1e-9);
          if (edge > 0) expect(chances.atMost(edge - 1)).toBeLessThan(chance);
          expect(chances.atMost(Math.ceil(mean * 30 + 100))).toBeCloseTo(1, 4);
        },
      ),
      { numRuns: 40 },
    );
  });

  it.each([0, 0.1, 0.3])('quantiles of many come near to those counted one by one (spread %d)', (spread) => {
    for (const chance of [0.01, 0.5, 0.99]) {
      const [counted, curved] = [500, 501].map((mean) => mixedPoisson(mean, spread).quantile(chance));
      expect(Math.abs(curved! / counted! - 1)).toBeLessThan(0.02);
    }
  });

  it('more spread makes empty days likelier, never rarer', () => {
    const empty = [0, 0.1, 0.3, 0.6, 1].map((spread) => mixedPoisson(12, spread).atMost(0));
    expect(empty).toEqual(empty.toSorted((a, b) => a - b));
  });
});

describe('middle and spread', () => {
  it('do not move when a few values run wild', () => {
    const days = [10, 11, 9, 10, 12, 10, 9, 11, 10];
    expect(median([...days.slice(2), 9000, 9000])).toBe(10);
    expect(medianSpread([...days.slice(2), 9000, 9000])).toBeLessThan(3);
  });
});
