import { inArray } from 'drizzle-orm';
import { type PassHolder, type PassKeeper, spreadPlays } from '#features/selling/orders/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { siteDay, startOfSiteDay } from '#kit/kernel/site-day.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import { benefitCards, cardDays, cardUses } from '../tables.ts';
import {
  begun,
  type CardRow,
  clockAt,
  daysOf,
  holdsAt,
  livingCards,
  openDay,
  playsLeft,
} from './card-queries.ts';
import { tellCards } from './grant-card.ts';

const endMs = ({ expiresAt }: CardRow) => expiresAt?.getTime() ?? Number.POSITIVE_INFINITY;

/** Cards that pay for plays there now, those first that end first. */
async function payingCards(reader: Reader, holder: PassHolder, lock?: 'update'): Promise<CardRow[]> {
  const living = await livingCards(reader, holder, lock);
  if (living.length === 0) return [];
  const clock = await clockAt(reader, holder.tenantId, holder.siteId);
  return living
    .filter(({ terms }) => terms.dailyPlays > 0 && holdsAt(terms, holder, clock))
    .sort((a, b) => endMs(a) - endMs(b));
}

/** Today's plays of all cards; they begin again with the business day of the site. */
async function playsOf(reader: Reader, holder: PassHolder): Promise<{ left: number; until: Date | null }> {
  const { tenantId, siteId, now } = holder;
  const cards = await payingCards(reader, holder);
  if (cards.length === 0) return { left: 0, until: null };
  const clock = await clockAt(reader, tenantId, siteId);
  const day = siteDay(clock, now);
  const used = await daysOf(
    reader,
    tenantId,
    cards.map(({ id }) => id),
    day,
  );
  const left = cards.reduce((sum, card) => sum + playsLeft(card.terms, used(card.id)), 0);
  return { left, until: startOfSiteDay(clock, addDays(day, 1)) };
}

/**
 * Pays an order with plays of the day; false when there are too few, and nothing was taken. Said again for the same order it
 * takes no more. Cards and their day are held: a second call waits, and sees what is left.
 */
async function takePlays(tx: Tx, holder: PassHolder, order: { id: string; plays: number }): Promise<boolean> {
  const { tenantId, siteId, playerId, now } = holder;
  const scope = tenantScope(tenantId);
  const cards = await payingCards(tx, holder, 'update');
  const taken = await find(tx, scope, cardUses, { orderId: order.id });
  if (taken.length > 0) return taken.every(({ givenBack }) => givenBack === 0);
  const clock = await clockAt(tx, tenantId, siteId);
  const day = siteDay(clock, now);
  for (const { id } of cards) await openDay(tx, tenantId, id, day);
  const ids = cards.map(({ id }) => id);
  const used = await daysOf(tx, tenantId, ids, day, 'update');
  const { parts, missing } = spreadPlays(order.plays, cards, ({ id, terms }) => playsLeft(terms, used(id)));
  if (missing > 0) return false;
  for (const { place: card, plays } of parts) {
    await update(tx, scope, cardDays, { cardId: card.id, day }, { plays: used(card.id).plays + plays });
    const first = begun(card, clock, now);
    if (first) await update(tx, scope, benefitCards, { id: card.id }, first);
    await insert(tx, scope, cardUses, {
      id: newId(now.getTime()),
      usedAt: now,
      cardId: card.id,
      playerId,
      siteId,
      day,
      unit: 'play',
      amount: plays,
      orderId: order.id,
    });
  }
  await tellCards(tx, holder);
  return true;
}

/**
 * So many plays of an order came to nothing: they may be played again on the same day, and when that is over today, as long
 * as the card holds. Never more than were taken: says how many came back.
 */
async function giveBackPlays(
  tx: Tx,
  order: { tenantId: string; id: string },
  plays: number,
  now: Date,
): Promise<number> {
  const { tenantId, id: orderId } = order;
  const scope = tenantScope(tenantId);
  const known = await find(tx, scope, cardUses, { orderId });
  if (known.length === 0) return 0;
  const cardIds = known.map(({ cardId }) => cardId);
  // the cards first, as in the code that takes plays: both wait in the same order
  await find(tx, scope, benefitCards, ({ id }) => inArray(id, cardIds), 'update');
  // what was taken last, of the card that ends last, comes back first
  const uses = (await find(tx, scope, cardUses, { orderId })).sort((a, b) => (a.id < b.id ? 1 : -1));
  const { parts, missing } = spreadPlays(plays, uses, ({ amount, givenBack }) => amount - givenBack);
  for (const { place: use, plays: back } of parts) {
    const today = siteDay(await clockAt(tx, tenantId, use.siteId), now);
    const isLate = today !== use.day;
    await openDay(tx, tenantId, use.cardId, today);
    const [then] = await find(tx, scope, cardDays, { cardId: use.cardId, day: use.day }, 'update');
    if (!then || then.plays < back) throw new Error(`card ${use.cardId} has no ${back} plays on ${use.day}`);
    await update(tx, scope, cardDays, { cardId: use.cardId, day: use.day }, { plays: then.plays - back });
    if (isLate) {
      const [current] = await find(tx, scope, cardDays, { cardId: use.cardId, day: today }, 'update');
      const extraPlays = (current?.extraPlays ?? 0) + back;
      await update(tx, scope, cardDays, { cardId: use.cardId, day: today }, { extraPlays });
    }
    await update(
      tx,
      scope,
      cardUses,
      { id: use.id },
      { givenBack: use.givenBack + back, lateBack: use.lateBack + (isLate ? back : 0) },
    );
    await tellCards(tx, use);
  }
  return plays - missing;
}

export const cardPlays: PassKeeper = { left: playsOf, take: takePlays, giveBack: giveBackPlays };
