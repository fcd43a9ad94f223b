import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineName, merged, overLimit, partsOf, piecesBack, problemOf } from '../rules/cart-rules.ts';

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

describe('a limit', () => {
  const none = { perPlayer: null, perPlayerDay: null, perDay: null };
  it('holds for all pieces of a player and for all of a day', () => {
    expect(overLimit(9, none, { byPlayer: 99, byPlayerToday: 0, onDay: 99 })).toBeUndefined();
    expect(
      overLimit(2, { ...none, perPlayer: 3 }, { byPlayer: 1, byPlayerToday: 0, onDay: 50 }),
    ).toBeUndefined();
    expect(overLimit(3, { ...none, perPlayer: 3 }, { byPlayer: 1, byPlayerToday: 0, onDay: 1 })).toEqual({
      why: 'perPlayer',
      left: 2,
    });
    const today = { byPlayer: 5, byPlayerToday: 1, onDay: 1 };
    expect(overLimit(2, { ...none, perPlayerDay: 2 }, today)).toEqual({ why: 'perPlayerDay', left: 1 });
    expect(overLimit(2, { ...none, perDay: 20 }, { byPlayer: 0, byPlayerToday: 0, onDay: 19 })).toEqual({
      why: 'perDay',
      left: 1,
    });
  });

  it('that was lowered leaves nothing, and never less', () => {
    expect(overLimit(1, { ...none, perPlayer: 1 }, { byPlayer: 4, byPlayerToday: 0, onDay: 4 })).toEqual({
      why: 'perPlayer',
      left: 0,
    });
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

it('pieces that nobody has yet are let go, those that went out come back, and what is over stays over', () => {
  expect(
    (['unpaid', 'waiting', 'handedOut', 'shipped', 'refunded', 'givenUp'] as const).map(piecesBack),
  ).toEqual(['release', 'release', 'takeBack', 'takeBack', 'nothing', 'nothing']);
});
