import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binomialBand, binomialChance, binomialTest } from '../binomial.ts';

const closeTo = (wanted: number, digits: number) => (value: number) =>
  Math.abs(value - wanted) <= Math.abs(wanted) * 10 ** -digits;

describe('the chance of exactly so many hits', () => {
  it.each([
    // by mpmath with fifty digits
    [50_100, 1_000_000, 0.05, 0.00164613394260459],
    [49_000, 1_000_000, 0.05, 4.63483532359736e-8],
    [500_000, 1_000_000, 0.5, 0.00079788436133175],
    // by hand
    [2, 4, 0.5, 6 / 16],
    [0, 3, 0.2, 0.512],
    [3, 3, 0.2, 0.008],
  ])('of %i among %i at %d', (hits, trials, rate, wanted) => {
    expect(binomialChance(hits, trials, rate)).toSatisfy(closeTo(wanted, 12));
  });

  it('comes to one over all numbers of hits', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (trials, rate) => {
          let sum = 0;
          for (let hits = 0; hits <= trials; hits++) sum += binomialChance(hits, trials, rate);
          expect(sum).toBeCloseTo(1, 10);
        },
      ),
    );
  });
});

describe('the two-sided test', () => {
  it.each([
    // by SciPy 1.17, binomtest(hits, trials, rate).pvalue
    [4, 20, 0.05, 0.015901526019763548],
    [0, 20, 0.05, 0.6226463974646921],
    [3, 100, 0.05, 0.4918246751011835],
    [12, 100, 0.05, 0.004274182466365919],
    [51, 1000, 0.05, 0.8844847980646505],
    [70, 1000, 0.05, 0.005670160942551074],
    [0, 1000, 0.01, 8.520045585902545e-5],
    [35, 60, 0.5, 0.2450608330229457],
    [50_100, 1_000_000, 0.05, 0.6463547556094632],
    [50_700, 1_000_000, 0.05, 0.0013508484071927845],
    [49_000, 1_000_000, 0.05, 4.228580188684621e-6],
    [500_000, 1_000_000, 0.5, 1],
    [3, 1_000_000, 1e-6, 0.08030130510144962],
    [7, 1_000_000, 1e-6, 8.323987193509007e-5],
    [9, 10, 0.9, 1],
    [5, 10, 0.9, 0.0016349374],
    [300, 999, 0.333, 0.029081389600660985],
    [1, 1, 0.3, 0.3],
    [0, 1, 0.3, 1],
    [999_000, 1_000_000, 0.9991, 0.0010180037651810075],
  ])('of %i among %i at %d', (hits, trials, rate, wanted) => {
    expect(binomialTest(hits, trials, rate)).toSatisfy(closeTo(wanted, 8));
  });

  it('says of what can not happen that it does not, and of what must happen that it may', () => {
    expect(binomialTest(5, 4, 0.5)).toBe(0);
    expect(binomialTest(1, 4, 0)).toBe(0);
    expect(binomialTest(0, 4, 0)).toBe(1);
    expect(binomialTest(4, 4, 1)).toBe(1);
    expect(binomialTest(0, 0, 0.5)).toBe(1);
  });

  it('is the plain sum over all numbers that are no likelier', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 200 }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        (trials, rate, part) => {
          const hits = Math.round(part * trials);
          const chances = Array.from({ length: trials + 1 }, (_, k) => binomialChance(k, trials, rate));
          const plain = chances
            .filter((chance) => chance <= (chances[hits] as number) * (1 + 1e-7))
            .reduce((sum, chance) => sum + chance, 0);
          expect(binomialTest(hits, trials, rate)).toSatisfy((p: number) => Math.abs(p - plain) < 1e-9);
        },
      ),
    );
  });
});

describe('the band of likely numbers', () => {
  it('holds at least the share, and without its less likely end no longer does', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 300 }),
        fc.double({ min: 0.001, max: 0.999, noNaN: true }),
        (trials, rate) => {
          const { from, to } = binomialBand(trials, rate, 0.95);
          let sum = 0;
          for (let k = from; k <= to; k++) sum += binomialChance(k, trials, rate);
          const ends = [binomialChance(from, trials, rate), binomialChance(to, trials, rate)];
          expect(sum).toBeGreaterThanOrEqual(0.95 - 1e-9);
          if (from < to) expect(sum - Math.min(...ends)).toBeLessThan(0.95 + 1e-9);
        },
      ),
    );
  });

  it('is narrow where there are many trials', () => {
    // 50,000 ± 1.96 × √(n p q) = 427
    const { from, to } = binomialBand(1_000_000, 0.05, 0.95);
    expect([from, to].map((edge) => Math.abs(edge - 50_000))).toSatisfy((far: number[]) =>
      far.every((distance) => distance > 425 && distance < 430),
    );
  });
});
