import { hourMs } from '#kit/kernel/time.ts';

/** Above so much worth, of both records together, joining waits: who did not want it hears of it in time. */
export const waitAboveFen = 5000;
export const waitMs = 24 * hourMs;

/** What a piece counts, whatever a shop sells it for. */
const worthFen = { fen: 1, coin: 100, point: 1, ticket: 1 } as const;

interface Owned {
  unit: keyof typeof worthFen;
  balance: number;
}

export const worthOf = (owned: readonly Owned[]): number =>
  owned.reduce((sum, { unit, balance }) => sum + worthFen[unit] * balance, 0);

/** Cards and free plays have no price: with any of them it waits. */
export const mustWait = (owned: readonly Owned[], otherThings: number): boolean =>
  otherThings > 0 || worthOf(owned) > waitAboveFen;
