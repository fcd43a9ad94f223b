import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitByChance, splitEvenly, splitProblem } from './split-rules.ts';

const splitting = fc
  .record({
    pieces: fc.integer({ min: 1, max: 300 }),
    least: fc.integer({ min: 1, max: 50 }),
    room: fc.integer({ min: 0, max: 5000 }),
  })
  .chain(({ pieces, least, room }) =>
    fc
      .integer({ min: pieces * least, max: pieces * (least + room) })
      .map((total) => ({ total, pieces, least, most: least + room })),
  );

it('divides to the last fen, no packet too small and none too large, however chance falls', () => {
  fc.assert(
    fc.property(
      splitting,
      fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })),
      (wish, chance) => {
        const packets = splitByChance(wish, () => chance.next().value as number);
        expect(packets).toHaveLength(wish.pieces);
        expect(packets.reduce((sum, amount) => sum + amount, 0)).toBe(wish.total);
        for (const amount of packets) {
          expect(Number.isSafeInteger(amount)).toBe(true);
          expect(amount).toBeGreaterThanOrEqual(wish.least);
          expect(amount).toBeLessThanOrEqual(wish.most);
        }
      },
    ),
  );
});

it('gives the first packet as much as the last, on average', () => {
  let seed = 7;
  const random = () => {
    seed = (seed * 48_271) % 2_147_483_647;
    return (seed - 1) / 2_147_483_646;
  };
  const sums = [0, 0, 0, 0, 0];
  for (let run = 0; run < 4000; run++) {
    const packets = splitByChance({ total: 5000, pieces: 5, least: 10, most: 20_000 }, random);
    packets.forEach((amount, place) => {
      sums[place] = (sums[place] as number) + amount;
    });
  }
  for (const sum of sums) expect(Math.abs(sum / 4000 - 1000)).toBeLessThan(60);
});

it('refuses a budget that is too small or too large for its packets', () => {
  expect(splitProblem({ total: 99, pieces: 10, least: 10, most: 100 })).toBe('tooSmall');
  expect(splitProblem({ total: 1001, pieces: 10, least: 10, most: 100 })).toBe('tooLarge');
  expect(splitProblem({ total: 100, pieces: 10, least: 10, most: 100 })).toBeUndefined();
  expect(() => splitByChance({ total: 99, pieces: 10, least: 10, most: 100 }, Math.random)).toThrow(
    RangeError,
  );
});

it('makes equal packets where all are equal', () => {
  expect(splitEvenly(30, 3)).toEqual([30, 30, 30]);
});
