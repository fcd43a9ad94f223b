import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatFen, parseYuan } from '../money.ts';

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
