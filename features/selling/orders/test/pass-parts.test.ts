import fc from 'fast-check';
import { expect, it } from 'vitest';
import { spreadPlays } from '../rules/pass-parts.ts';

const free = (count: number) => count;

it('plays are taken from the first place that has some, then from the next', () => {
  expect(spreadPlays(4, [0, 3, 5], free)).toEqual({
    parts: [
      { place: 3, plays: 3 },
      { place: 5, plays: 1 },
    ],
    missing: 0,
  });
  expect(spreadPlays(9, [3, -1, 5], free).missing).toBe(1);
});

it('never more than asked for, never more than is free, and all of it where there is enough', () => {
  fc.assert(
    fc.property(fc.nat(50), fc.array(fc.integer({ min: -3, max: 20 })), (plays, places) => {
      const { parts, missing } = spreadPlays(plays, places, free);
      const taken = parts.reduce((sum, part) => sum + part.plays, 0);
      expect(taken + missing).toBe(plays);
      for (const part of parts) expect(part.plays).toBeLessThanOrEqual(part.place);
      const all = places.reduce((sum, place) => sum + Math.max(0, place), 0);
      expect(missing).toBe(Math.max(0, plays - all));
    }),
  );
});
