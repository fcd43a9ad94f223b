import type { CardTerms } from '../contract/terms.ts';

/** Plays or coins of one day. */
export const rightsOfDay = ({
  dailyPlays,
  dailyCoins,
}: Pick<CardTerms, 'dailyPlays' | 'dailyCoins'>): number => dailyPlays + dailyCoins;

/** Whether it holds at a site at all; none named: at all of them. */
export const isForSite = ({ siteIds }: Pick<CardTerms, 'siteIds'>, siteId: string): boolean =>
  siteIds.length === 0 || siteIds.includes(siteId);

/** All that may be had by a card. */
export const rightsInAll = ({ days, dailyPlays, dailyCoins }: CardTerms) => ({
  plays: days * dailyPlays,
  coins: days * dailyCoins,
});

/** A card that gives a discount and nothing that is counted is worth a yuan for each of its days, at least. */
export const leastWorthFen = ({ days }: CardTerms): number => days * 100;

/** Whether a card can be made longer by buying this: it gives the same, for however many days. */
export function givesTheSame(one: CardTerms, other: CardTerms): boolean {
  const rightsOf = ({ days: _, ...rights }: CardTerms) => rights;
  return JSON.stringify(sorted(rightsOf(one))) === JSON.stringify(sorted(rightsOf(other)));
}

/** Databases keep the names of an object in another order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

export type TermsRefusal = { field: keyof CardTerms; key: string };

/** What the fields can not say one by one. */
export function refusalOfTerms({
  dailyPlays,
  dailyCoins,
  basisPoints,
  starts,
}: CardTerms): TermsRefusal | undefined {
  if (dailyPlays > 0 && dailyCoins > 0) return { field: 'dailyCoins', key: 'cards:error.playsOrCoins' };
  if (dailyPlays === 0 && dailyCoins === 0 && basisPoints === null)
    return { field: 'dailyPlays', key: 'cards:error.givesNothing' };
  // a discount is no redemption: nothing would say when the first one was
  if (basisPoints !== null && starts === 'firstUse')
    return { field: 'starts', key: 'cards:error.discountStarts' };
  return undefined;
}
