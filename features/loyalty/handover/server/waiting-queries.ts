import { and, asc, eq, gt, inArray, isNull, lt, lte } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import { ownRows } from '#kit/server/player-tables.ts';
import { type PlayerScope, platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { handovers } from '../tables.ts';
import type { HandoverRow } from './handover-queries.ts';

/** Whose time is over, the longest first. */
export function findOverdue(
  reader: Reader,
  now: Date,
  limit: number,
): Promise<{ tenantId: string; id: string }[]> {
  const order = rows(platformScope, handovers);
  return reader
    .select({ tenantId: order.tenantId, id: order.id })
    .from(order)
    .where(and(inArray(order.state, ['asked', 'ready']), lt(order.waitsUntil, now)))
    .orderBy(order.waitsUntil)
    .limit(limit);
}

/** Which wait to be fetched until a time that is near, and nobody was told yet; the first to go first. */
export function findUnreminded(
  reader: Reader,
  { now, until, limit }: { now: Date; until: Date; limit: number },
): Promise<HandoverRow[]> {
  const order = rows(platformScope, handovers);
  return reader
    .select()
    .from(order)
    .where(
      and(
        eq(order.state, 'ready'),
        isNull(order.remindedAt),
        gt(order.waitsUntil, now),
        lte(order.waitsUntil, until),
      ),
    )
    .orderBy(order.waitsUntil)
    .limit(limit);
}

/** What the player is to fetch at a shop first. */
export async function nextToFetch(
  reader: Reader,
  scope: PlayerScope,
  { siteId, now }: { siteId: string; now: Date },
): Promise<{ id: string; goods: string; waitsUntil: Date } | undefined> {
  const order = ownRows(scope, handovers);
  const [found] = await reader
    .select({ id: order.id, goods: order.goods, waitsUntil: order.waitsUntil })
    .from(order)
    .where(
      and(
        eq(order.siteId, siteId),
        eq(order.way, 'pickup'),
        eq(order.state, 'ready'),
        gt(order.waitsUntil, now),
      ),
    )
    .orderBy(asc(order.waitsUntil))
    .limit(1);
  return found?.waitsUntil ? { ...found, waitsUntil: found.waitsUntil } : undefined;
}
