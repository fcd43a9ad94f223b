/** What can be given away that has no price. */
export const worthUnits = ['coin', 'point', 'ticket', 'play'] as const;
export type WorthUnit = (typeof worthUnits)[number];

/**
 * Fen for a hundred of each, where nobody knows better: a coin for a yuan, as most halls sell them, ten points for one, a
 * play for two coins.
 */
const unknown: Record<WorthUnit, number> = { coin: 10_000, point: 1_000, ticket: 1_000, play: 20_000 };

/** A person who sets prices can not make a gift worth nothing: half a yuan for a coin or a play, a fen for a point. */
const least: Record<WorthUnit, number> = { coin: 5_000, point: 100, ticket: 100, play: 5_000 };

/** Of all that is known the dearest counts: a cheap offer made for the purpose changes nothing. */
export function hundredWorthFen(unit: WorthUnit, known: readonly (number | null | undefined)[]): number {
  const dearest = Math.max(0, ...known.map((fen) => fen ?? 0));
  return dearest > 0 ? Math.max(least[unit], Math.ceil(dearest)) : unknown[unit];
}

/** Never nothing. */
export const worthOfAmount = (amount: number, hundredFen: number): number =>
  Math.max(1, Math.ceil((amount * hundredFen) / 100));

/** How many of a thing an amount of money still covers. */
export const amountOfWorth = (fen: number, hundredFen: number): number =>
  Math.floor((fen * 100) / hundredFen);

export interface AllowanceLimit {
  perDayFen: number;
  aloneFen: number;
}

/** Enough for gifts and complaints of a busy day until the owner says otherwise: two hundred yuan. */
export const usualLimit: AllowanceLimit = { perDayFen: 20_000, aloneFen: 20_000 };

/** For so long what an account gives is part of what its maker may give. */
export const makerDays = 7;
