import { splitAmount } from '#kit/kernel/money.ts';

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

/** What each line has of a price, so that all of them come to it. */
export const partsOf = (totalFen: number, lines: readonly { pieces: number; unitFen: number }[]): number[] =>
  splitAmount(
    totalFen,
    lines.map(({ pieces, unitFen }) => pieces * unitFen),
  );

/** Good and which one of it, as people call it. */
export const lineName = ({ name, variantName }: { name: string; variantName: string }): string =>
  [name, variantName].filter(Boolean).join(' ');
