import type { CardSource } from '#features/selling/packages/server/public.ts';
import { clockAt, holdsAt, livingCards } from './card-queries.ts';

/** What the player's cards take off packages there now. */
export const cardDiscounts: CardSource = async (reader, whose) => {
  const living = await livingCards(reader, whose);
  if (living.length === 0) return [];
  const clock = await clockAt(reader, whose.tenantId, whose.siteId);
  return living.flatMap(({ id, name, terms }) => {
    const { basisPoints, withOthers } = terms;
    return basisPoints !== null && holdsAt(terms, whose, clock)
      ? [{ id, name, basisPoints, withOthers }]
      : [];
  });
};
