import { and, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import { spreadPlays } from '#features/selling/orders/server/public.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, rows, update } from '#kit/server/tables.ts';
import { freePlaysChanged } from '../contract/free-plays.ts';
import { freePlays, freePlayUses } from '../tables.ts';

interface Player {
  tenantId: string;
  siteId: string;
  playerId: string;
  now: Date;
}

/** How many a player may play for free at a site, and until when the next of them holds. */
export async function freePlaysOf(
  reader: Reader,
  { tenantId, siteId, playerId, now }: Player,
): Promise<{ left: number; until: Date | null }> {
  const play = rows(tenantScope(tenantId), freePlays);
  const [found] = await reader
    .select({
      left: sql<number>`coalesce(sum(${play.plays} - ${play.used}), 0)::int`,
      until: sql`min(${play.expiresAt}) filter (where ${play.used} < ${play.plays})`.mapWith(play.expiresAt),
    })
    .from(play)
    .where(
      and(
        eq(play.playerId, playerId),
        eq(play.siteId, siteId),
        isNull(play.revokedAt),
        gt(play.expiresAt, now),
      ),
    );
  return { left: found?.left ?? 0, until: found?.until ?? null };
}

/**
 * Pays an order with free plays, those first that end first; false when there are too few, and nothing was taken. Said
 * again for the same order it takes no more. The rows of the gifts are held, so two tabs do not play the same one.
 */
export async function takeFreePlays(
  tx: Tx,
  { tenantId, siteId, playerId, now }: Player,
  order: { id: string; plays: number },
): Promise<boolean> {
  const scope = tenantScope(tenantId);
  const own = await find(tx, scope, freePlays, { playerId, siteId, revokedAt: null }, 'update');
  const taken = await find(tx, scope, freePlayUses, { orderId: order.id });
  if (taken.length > 0) return taken.every(({ givenBack }) => givenBack === 0);
  const open = own
    .filter(({ plays, used, expiresAt }) => used < plays && expiresAt > now)
    .sort((a, b) => a.expiresAt.getTime() - b.expiresAt.getTime());
  const { parts, missing } = spreadPlays(order.plays, open, ({ plays, used }) => plays - used);
  if (missing > 0) return false;
  for (const { place: gift, plays } of parts) {
    await update(tx, scope, freePlays, { id: gift.id }, { used: gift.used + plays });
    await insert(tx, scope, freePlayUses, { orderId: order.id, freePlayId: gift.id, usedAt: now, plays });
  }
  await emit(tx, siteTopic(tenantId, siteId), freePlaysChanged, {});
  return true;
}

/** Nobody loses a play to a machine that failed on the gift's last day. */
const leastMs = dayMs;

/**
 * So many plays of an order came to nothing and can be played again, for a day at least; of several gifts those first
 * that end last. Never more than were taken: says how many came back.
 */
export async function giveBackFreePlays(
  tx: Tx,
  order: { tenantId: string; id: string },
  plays: number,
  now: Date,
): Promise<number> {
  const { tenantId, id: orderId } = order;
  const scope = tenantScope(tenantId);
  const known = await find(tx, scope, freePlayUses, { orderId });
  if (known.length === 0) return 0;
  const giftIds = known.map(({ freePlayId }) => freePlayId);
  // the gifts first, as in the code that takes plays: both wait in the same order
  const gifts = await find(tx, scope, freePlays, ({ id }) => inArray(id, giftIds), 'update');
  const uses = new Map(
    (await find(tx, scope, freePlayUses, { orderId })).map((use) => [use.freePlayId, use]),
  );
  const places = gifts
    .sort((a, b) => b.expiresAt.getTime() - a.expiresAt.getTime())
    .flatMap((gift) => {
      const use = uses.get(gift.id);
      return use ? [{ gift, use }] : [];
    });
  const { parts, missing } = spreadPlays(plays, places, ({ use }) => use.plays - use.givenBack);
  for (const {
    place: { gift, use },
    plays: back,
  } of parts) {
    const least = new Date(now.getTime() + leastMs);
    await update(
      tx,
      scope,
      freePlays,
      { id: gift.id },
      { used: gift.used - back, expiresAt: gift.expiresAt < least ? least : gift.expiresAt },
    );
    const which = { orderId, freePlayId: gift.id };
    await update(tx, scope, freePlayUses, which, { givenBack: use.givenBack + back });
  }
  const [first] = gifts;
  if (first && parts.length > 0) await emit(tx, siteTopic(tenantId, first.siteId), freePlaysChanged, {});
  return plays - missing;
}
