import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { levelState, shelfState } from '../rules/good-rules.ts';
import {
  applyMove,
  averageOf,
  costOut,
  type Level,
  type Move,
  ShortOf,
  TooMany,
} from '../rules/move-rules.ts';

const empty: Level = { onHand: 0, reserved: 0, valueFen: 0 };
const after = (level: Level, ...moves: Move[]) =>
  moves.reduce((now, move) => applyMove(now, move).after, level);

describe('the cost of what leaves', () => {
  it('is its share of the value, rounded half up; the last pieces take what is left', () => {
    const level = { onHand: 3, reserved: 0, valueFen: 100 };
    expect(costOut(level, 1)).toBe(33);
    expect(costOut(level, 2)).toBe(67);
    expect(costOut(level, 3)).toBe(100);
    expect(costOut({ onHand: 2, reserved: 0, valueFen: 5 }, 1)).toBe(3);
    expect(averageOf({ onHand: 2, valueFen: 5 })).toBe(3);
    expect(averageOf(empty)).toBeNull();
  });

  it('is the average of deliveries at different prices', () => {
    const level = after(
      empty,
      { how: 'in', pieces: 10, unitCostFen: 100 },
      { how: 'in', pieces: 30, unitCostFen: 140 },
    );
    expect(averageOf(level)).toBe(130);
    expect(applyMove(level, { how: 'out', pieces: 4, of: 'free' }).costFen).toBe(-520);
  });

  it('is exact where numbers are larger than a double can multiply', () => {
    const level = { onHand: 9_999_999, reserved: 0, valueFen: 99_999_990_000_001 };
    expect(costOut(level, 9_999_998)).toBe(99_999_980_000_001);
  });
});

describe('a count', () => {
  it('values what turned up at the average, or at the last cost where there was none', () => {
    const level = { onHand: 4, reserved: 0, valueFen: 400 };
    expect(applyMove(level, { how: 'counted', counted: 6, lastCostFen: 7 })).toMatchObject({
      pieces: 2,
      costFen: 200,
    });
    expect(applyMove(empty, { how: 'counted', counted: 2, lastCostFen: 7 })).toMatchObject({ costFen: 14 });
    expect(applyMove(level, { how: 'counted', counted: 4, lastCostFen: 7 })).toMatchObject({ pieces: 0 });
  });

  it('does not take away what is kept for somebody', () => {
    const level = { onHand: 4, reserved: 3, valueFen: 400 };
    expect(() => applyMove(level, { how: 'counted', counted: 2, lastCostFen: 0 })).toThrow(ShortOf);
    expect(applyMove(level, { how: 'counted', counted: 3, lastCostFen: 0 }).after).toEqual({
      onHand: 3,
      reserved: 3,
      valueFen: 300,
    });
  });
});

it('a document that is taken back takes no more value than there is', () => {
  const level = after(
    empty,
    { how: 'in', pieces: 10, unitCostFen: 100 },
    { how: 'in', pieces: 10, unitCostFen: 200 },
    { how: 'out', pieces: 9, of: 'free' },
  );
  // 11 left for 1650; the second delivery was 10 for 2000
  expect(applyMove(level, { how: 'exact', pieces: -10, costFen: -2000 })).toMatchObject({
    costFen: -1650,
    after: { onHand: 1, valueFen: 0 },
  });
  expect(() => applyMove(level, { how: 'exact', pieces: -12, costFen: -1 })).toThrow(ShortOf);
});

it('no store has more than can be counted', () => {
  expect(() => applyMove(empty, { how: 'in', pieces: 10_000_000, unitCostFen: 0 })).toThrow(TooMany);
});

const pieces = fc.integer({ min: 1, max: 60 });
const cost = fc.integer({ min: 0, max: 9999 });
const anyMove: fc.Arbitrary<Move> = fc.oneof(
  fc.record({ how: fc.constant('in' as const), pieces, unitCostFen: cost }),
  fc.record({ how: fc.constant('found' as const), pieces, lastCostFen: cost }),
  fc.record({
    how: fc.constant('out' as const),
    pieces,
    of: fc.constantFrom('free' as const, 'reserved' as const),
  }),
  fc.record({ how: fc.constant('counted' as const), counted: fc.nat({ max: 80 }), lastCostFen: cost }),
  fc
    .record({
      how: fc.constant('exact' as const),
      pieces: pieces.chain((n) => fc.constantFrom(n, 0 - n)),
      costFen: fc.nat({ max: 500_000 }),
    })
    .map((move) => ({ ...move, costFen: Math.sign(move.pieces) * move.costFen })),
);

it('whatever happens, stock and value are the sum of the lines, and nothing is below zero', () => {
  fc.assert(
    fc.property(fc.array(anyMove, { maxLength: 60 }), fc.nat({ max: 20 }), (moves, kept) => {
      let level = empty;
      let sum = { pieces: 0, costFen: 0 };
      for (const [index, move] of moves.entries()) {
        if (index % 5 === 4) level = { ...level, reserved: Math.min(kept, level.onHand) };
        try {
          const moved = applyMove(level, move);
          sum = { pieces: sum.pieces + moved.pieces, costFen: sum.costFen + moved.costFen };
          level = moved.after;
        } catch (error) {
          expect(error).toBeInstanceOf(ShortOf);
        }
        expect(level).toMatchObject({ onHand: sum.pieces, valueFen: sum.costFen });
        expect(level.valueFen).toBeGreaterThanOrEqual(0);
        expect(level.reserved).toBeGreaterThanOrEqual(0);
        expect(level.reserved).toBeLessThanOrEqual(level.onHand);
        if (level.onHand === 0) expect(level.valueFen).toBe(0);
      }
    }),
    { numRuns: 500 },
  );
});

describe('a good', () => {
  const at = (text: string) => new Date(text);
  const from = at('2026-11-20T00:00:00Z');
  const until = at('2026-11-25T00:00:00Z');

  it('is on the shelf from its first moment until its last, and never while it is switched off', () => {
    const good = { onShelf: true, shelfFrom: from, shelfUntil: until };
    expect(shelfState(good, at('2026-11-19T23:59:59Z'))).toBe('planned');
    expect(shelfState(good, from)).toBe('on');
    expect(shelfState(good, until)).toBe('ended');
    expect(shelfState({ ...good, onShelf: false }, from)).toBe('off');
    expect(shelfState({ onShelf: true, shelfFrom: null, shelfUntil: null }, from)).toBe('on');
  });

  it('is low at its alarm threshold already', () => {
    expect([levelState(0, 0), levelState(3, 3), levelState(4, 3)]).toEqual(['empty', 'low', 'ok']);
  });
});
