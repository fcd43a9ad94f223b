import { and, eq, isNull, sql } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { storeView, variantView } from '#features/loyalty/stock/server/public.ts';
import { daysThere } from '#features/machines/devices/server/public.ts';
import { giftView, wonView } from '#features/machines/gifts/server/public.ts';
import { playedView } from '#features/selling/orders/server/public.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { type RowOf, rows } from '#kit/server/tables.ts';
import { recyclingContract } from '../contract/recycling.ts';
import type { Known } from '../rules/recycle-rules.ts';
import { recycleGifts, recyclePaths, recyclings } from '../tables.ts';

export type PathRow = RowOf<typeof recyclePaths>;

export const pageRecyclings = listing(recyclingContract.listRecyclings, (reader, scope, input) => {
  const recycling = rows(scope, recyclings);
  const path = rows(scope, recyclePaths);
  const gift = giftView(scope);
  const site = siteView(scope);
  const player = playerView();
  const { id, createdAt, playerId, pieces, points, documentId, userName } = recycling;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, playerId, pieces, points, documentId, userName },
          playerName: player.name,
          giftName: gift.name,
          pathName: path.name,
          fieldId: recycling.siteId,
          fieldName: site.name,
        })
        .from(recycling)
        .innerJoin(path, and(eq(path.tenantId, recycling.tenantId), eq(path.id, recycling.pathId)))
        .innerJoin(gift, and(eq(gift.tenantId, recycling.tenantId), eq(gift.id, recycling.giftId)))
        .leftJoin(site, atSite(site, recycling))
        .leftJoin(player, eq(player.id, recycling.playerId)),
    of: recycling,
    filters: {
      playerId: equals(playerId),
      fieldId: equals(recycling.siteId),
      ...daysThere(recycling),
    },
    ...newestFirst(recycling),
  });
});

export const pageRecycleGifts = listing(recyclingContract.listRecycleGifts, (reader, scope, input) => {
  const one = rows(scope, recycleGifts);
  const gift = giftView(scope);
  const variant = variantView(scope);
  const { id, createdAt, giftId, variantId, points, active } = one;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, giftId, variantId, points, active },
          giftName: gift.name,
          goodText: sql<string>`concat_ws(' ', ${variant.goodName}, nullif(${variant.variantName}, ''))`.as(
            'good_text',
          ),
        })
        .from(one)
        .innerJoin(gift, and(eq(gift.tenantId, one.tenantId), eq(gift.id, one.giftId)))
        .innerJoin(variant, and(eq(variant.tenantId, one.tenantId), eq(variant.id, one.variantId))),
    where: isNull(one.removedAt),
    filters: { name: search(gift.name), active: equals(active) },
    ...newestFirst(one),
    sort: { createdAt, points },
  });
});

export const pagePaths = listing(recyclingContract.listRecyclePaths, (reader, scope, input) => {
  const path = rows(scope, recyclePaths);
  const site = siteView(scope);
  const whole = scope.kind === 'tenant' ? tenantScope(scope.tenantId) : scope;
  const store = storeView(whole);
  const { id, createdAt, name, storeId, perDay, days, onlyWon, needsSerial } = path;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, name, storeId, perDay, days, onlyWon, needsSerial },
          storeName: store.name,
          fieldId: path.siteId,
          fieldName: site.name,
        })
        .from(path)
        .innerJoin(store, and(eq(store.tenantId, path.tenantId), eq(store.id, path.storeId)))
        .leftJoin(site, atSite(site, path)),
    of: path,
    where: isNull(path.removedAt),
    filters: { name: search(path.name), fieldId: equals(path.siteId) },
    ...newestFirst(path),
  });
});

/** How long after it was paid for a play may bring a prize: as many plays as one order buys. */
const wonWithinMs = 15 * minuteMs;
const total = (value: unknown) => sql`coalesce(sum(${value}), 0)`.mapWith(Number);

interface Question {
  path: PathRow;
  giftId: string;
  playerId: string;
  day: string;
  now: Date;
}

/**
 * Pieces of the gift that fell out of a machine while the member's order was the last one that was paid there: the next
 * one that plays at the machine ends it, be it the same player or another.
 */
async function wonBy(reader: Reader, { path, giftId, playerId }: Question, from: string): Promise<number> {
  const scope = tenantScope(path.tenantId);
  const won = wonView(scope);
  const played = playedView(scope, path.siteId);
  const within = sql`make_interval(secs => ${wonWithinMs / 1000})`;
  const [found] = await reader.execute<{ pieces: string }>(sql`
    select coalesce(sum(w.pieces - w.missing), 0) as pieces
    from (select * from ${played}) p join (select * from ${won}) w on w.device_id = p.played_device
      and w.created_at >= p.played_paid and w.created_at < p.played_paid + ${within}
    where p.played_player = ${playerId} and w.gift_id = ${giftId} and w.site_id = ${path.siteId}
      and w.created_at >= ${from}::timestamptz
      and not exists (
        select from (select * from ${played}) n
        where n.played_device = p.played_device and n.played_paid > p.played_paid and n.played_paid <= w.created_at
      )`);
  return Number(found?.pieces ?? 0);
}

/**
 * Everything the limits ask about. The caller holds the path and the gift. A win counts only of what staff had put into
 * the machine: with a stolen secret it could tell any number of them.
 */
export async function knownOf(reader: Reader, question: Question): Promise<Known> {
  const { path, giftId, playerId, day, now } = question;
  const scope = tenantScope(path.tenantId);
  const from = new Date(now.getTime() - path.days * dayMs).toISOString();
  const won = wonView(scope);
  const back = rows(scope, recyclings);
  const mine = sql`${back.playerId} = ${playerId}`;
  const ofGift = sql`${back.giftId} = ${giftId} and ${back.siteId} = ${path.siteId}
    and ${back.createdAt} >= ${from}::timestamptz`;
  const [[atSite], [sums], wonByMember] = await Promise.all([
    reader
      .select({ pieces: total(sql`${won.pieces} - ${won.missing}`) })
      .from(won)
      .where(
        and(
          eq(won.giftId, giftId),
          eq(won.siteId, path.siteId),
          sql`${won.createdAt} >= ${from}::timestamptz`,
        ),
      ),
    reader
      .select({
        atSite: sql`coalesce(sum(${back.pieces}) filter (where ${ofGift}), 0)`.mapWith(Number),
        byMember: sql`coalesce(sum(${back.pieces}) filter (where ${ofGift} and ${mine}), 0)`.mapWith(Number),
        today:
          sql`coalesce(sum(${back.pieces}) filter (where ${mine} and ${back.day} = ${day}::date), 0)`.mapWith(
            Number,
          ),
      })
      .from(back)
      // what counts for a day began at most two days ago
      .where(
        sql`(${ofGift}) or (${mine} and ${back.createdAt} >= ${new Date(now.getTime() - 2 * dayMs).toISOString()}::timestamptz)`,
      ),
    wonBy(reader, question, from),
  ]);
  return {
    wonAtSite: atSite?.pieces ?? 0,
    wonByMember,
    recycledAtSite: sums?.atSite ?? 0,
    recycledByMember: sums?.byMember ?? 0,
    recycledToday: sums?.today ?? 0,
  };
}
