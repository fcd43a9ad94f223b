import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatFen, parseYuan, partOf, splitAmount } from '../money.ts';

it('writes fen as yuan with two places and grouped thousands', () => {
  expect(formatFen(0)).toBe('0.00');
  expect(formatFen(5)).toBe('0.05');
  expect(formatFen(-123456)).toBe('-1,234.56');
});

it('reads back exactly what it writes', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e11, max: 1e11 }), (fen) => {
      expect(parseYuan(formatFen(fen))).toBe(fen === 0 ? 0 : fen);
    }),
  );
});

it.each(['', '1.234', 'abc', '1e3', '--1', '1.', '.5'])('does not guess what %j means', (text) => {
  expect(parseYuan(text)).toBeUndefined();
});

it('takes a part in basis points and rounds half up', () => {
  expect(partOf(10_000, 60)).toBe(60);
  expect(partOf(83, 60)).toBe(0);
  expect(partOf(84, 60)).toBe(1);
  expect(partOf(9_007_199_254_740_991, 10_000)).toBe(9_007_199_254_740_991);
});

it('splits an amount so that the parts add up to it and none is a whole unit off', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1e12 }),
      fc
        .array(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 8 })
        .filter((weights) => weights.some((weight) => weight > 0)),
      (amount, weights) => {
        const parts = splitAmount(amount, weights);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        expect(parts.reduce((sum, part) => sum + part, 0)).toBe(amount);
        parts.forEach((part, index) => {
          const exact = (BigInt(amount) * BigInt(weights[index] as number)) / BigInt(total);
          expect(BigInt(part) - exact === 0n || BigInt(part) - exact === 1n).toBe(true);
        });
      },
    ),
  );
});

it('gives what is left to the largest remainder, the earlier where they are equal', () => {
  expect(splitAmount(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(splitAmount(10, [1, 5])).toEqual([2, 8]);
  expect(splitAmount(0, [3, 4])).toEqual([0, 0]);
  expect(() => splitAmount(10, [0, 0])).toThrow(RangeError);
});
