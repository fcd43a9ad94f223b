import { splitAmount } from '#kit/kernel/money.ts';
import type { GoodsState } from '../contract/kinds.ts';

export interface Wanted {
  variantId: string;
  pieces: number;
}

/** The same variant twice is one wish for all of it; the first place stays its place. */
export function merged(lines: readonly Wanted[]): Wanted[] {
  const sums = new Map<string, number>();
  for (const { variantId, pieces } of lines) sums.set(variantId, (sums.get(variantId) ?? 0) + pieces);
  return [...sums].map(([variantId, pieces]) => ({ variantId, pieces }));
}

/** Why a line can not be bought as it stands. */
export type Problem = { why: 'gone' } | { why: 'soldOut' } | { why: 'short'; free: number };

export function problemOf(
  { pieces }: Pick<Wanted, 'pieces'>,
  offered: { onSale: boolean; free: number } | undefined,
): Problem | undefined {
  if (!offered?.onSale) return { why: 'gone' };
  if (offered.free <= 0) return { why: 'soldOut' };
  return pieces > offered.free ? { why: 'short', free: offered.free } : undefined;
}

export interface Limited {
  perPlayer: number | null;
  perPlayerDay: number | null;
  perDay: number | null;
}

/** How many more may be had where there are limits; undefined: the wish fits. */
export function overLimit(
  wanted: number,
  { perPlayer, perPlayerDay, perDay }: Limited,
  taken: { byPlayer: number; byPlayerToday: number; onDay: number },
): { why: 'perPlayer' | 'perPlayerDay' | 'perDay'; left: number } | undefined {
  if (perPlayer !== null && taken.byPlayer + wanted > perPlayer)
    return { why: 'perPlayer', left: Math.max(0, perPlayer - taken.byPlayer) };
  if (perPlayerDay !== null && taken.byPlayerToday + wanted > perPlayerDay)
    return { why: 'perPlayerDay', left: Math.max(0, perPlayerDay - taken.byPlayerToday) };
  if (perDay !== null && taken.onDay + wanted > perDay)
    return { why: 'perDay', left: Math.max(0, perDay - taken.onDay) };
  return undefined;
}

/** What each line has of a price, so that all of them come to it. */
export const partsOf = (totalFen: number, lines: readonly { pieces: number; unitFen: number }[]): number[] =>
  splitAmount(
    totalFen,
    lines.map(({ pieces, unitFen }) => pieces * unitFen),
  );

/** What happens to the pieces when an order is given up or all of its money went back. */
export function piecesBack(state: GoodsState): 'release' | 'takeBack' | 'nothing' {
  switch (state) {
    case 'unpaid':
    case 'waiting':
      return 'release';
    case 'handedOut':
    case 'shipped':
      return 'takeBack';
    default:
      return 'nothing';
  }
}

/** Good and which one of it, as people call it. */
export const lineName = ({ name, variantName }: { name: string; variantName: string }): string =>
  [name, variantName].filter(Boolean).join(' ');
