import { conflict, invalid } from '#kit/kernel/errors.ts';

/** What is known of the goods of a lane before somebody fills it. */
export interface Filling {
  lane: number;
  /** pieces that stay in it */
  left: number;
  /** of the pieces that stay; null: the date of the product counts */
  ownDate: string | null;
  productDate: string | null;
  /** of the new pieces, where the person who fills said one */
  newDate: string | undefined;
  today: string;
}

const earlier = (one: string | null, other: string | null): string | null =>
  one === null ? other : other === null || one < other ? one : other;

/**
 * Until when new goods are good, and until when all of the lane is: the older pieces leave it first, so the earlier date
 * counts. Expired pieces have to be taken out before others come on top of them, and new ones are never expired.
 */
export function datesAfterFilling({ lane, left, ownDate, productDate, newDate, today }: Filling): {
  newDate: string | null;
  ownDate: string | null;
} {
  const old = left > 0 ? (ownDate ?? productDate) : null;
  if (old !== null && old < today) throw conflict('vending:error.expiredInside', { lane, stock: left });
  if (newDate !== undefined && newDate < today) throw invalid('vending:error.dateGone', { lane });
  const date = newDate ?? productDate;
  if (date !== null && date < today) throw invalid('vending:error.dateNeeded', { lane });
  const all = earlier(old, date);
  return { newDate: date, ownDate: all === productDate ? null : all };
}
