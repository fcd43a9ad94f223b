import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineName, merged, partsOf, problemOf } from '../rules/cart-rules.ts';

describe('a cart', () => {
  it('adds up what stands in it twice, at its first place', () => {
    const lines = [
      { variantId: 'a', pieces: 1 },
      { variantId: 'b', pieces: 2 },
      { variantId: 'a', pieces: 3 },
    ];
    expect(merged(lines)).toEqual([
      { variantId: 'a', pieces: 4 },
      { variantId: 'b', pieces: 2 },
    ]);
  });

  it.each([
    ['on sale and there', { onSale: true, free: 2 }, undefined],
    ['fewer than wanted', { onSale: true, free: 1 }, { why: 'short', free: 1 }],
    ['none left', { onSale: true, free: 0 }, { why: 'soldOut' }],
    ['off the shelf', { onSale: false, free: 9 }, { why: 'gone' }],
    ['unknown', undefined, { why: 'gone' }],
  ])('says what is wrong with two pieces: %s', (_, offered, problem) => {
    expect(problemOf({ pieces: 2 }, offered)).toEqual(problem);
  });

  it('calls a thing by its good, and by which one of it where there are several', () => {
    expect(lineName({ name: 'star', variantName: 'blue' })).toBe('star blue');
    expect(lineName({ name: 'cup', variantName: '' })).toBe('cup');
  });
});

it('the parts of all lines come to the price, whatever was taken off', () => {
  const line = fc.record({
    pieces: fc.integer({ min: 1, max: 99 }),
    unitFen: fc.integer({ min: 1, max: 99_999 }),
  });
  fc.assert(
    fc.property(
      fc.array(line, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 10_000 }),
      (lines, share) => {
        const full = lines.reduce((sum, { pieces, unitFen }) => sum + pieces * unitFen, 0);
        const totalFen = Math.max(1, Math.floor((full * share) / 10_000));
        expect(partsOf(totalFen, lines).reduce((sum, part) => sum + part, 0)).toBe(totalFen);
      },
    ),
  );
});
