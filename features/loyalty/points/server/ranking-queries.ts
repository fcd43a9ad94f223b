import { and, eq, type SQL, sql } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import { winView } from '#features/machines/devices/server/public.ts';
import { businessDays } from '#features/selling/figures/server/public.ts';
import { playedView } from '#features/selling/orders/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Days } from '#kit/kernel/days.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { elsewhere, pageRows } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { ownContract } from '../contract/own.ts';
import { pointMovements } from '../tables.ts';

type Input = ParsedInputOf<typeof ownContract.listRanking>;

/** How long a bought play may take, and the machine's word of its prize. */
const playTime = sql`interval '1 minute'`;

/**
 * Prizes that fell while a player's order was being played: a prize belongs to the order at that machine that was paid
 * last, and an order wins no more often than it was played, so nobody is given what somebody else's coins won after it.
 */
function wins(
  reader: Reader,
  scope: Scope,
  siteId: string,
  within: (moment: Parameters<typeof businessDays>[0]) => SQL | undefined,
) {
  const played = playedView(scope, siteId);
  const win = winView(scope);
  const won = reader
    .selectDistinctOn([win.id], {
      id: win.id,
      ...pick(played, 'orderId', 'playerId', 'plays'),
      amount: win.amount,
    })
    .from(played)
    .innerJoin(
      win,
      and(
        eq(win.tenantId, played.tenantId),
        eq(win.deviceId, played.deviceId),
        sql`${win.at} between ${played.paidAt} and ${played.at} + (${played.plays} + 1) * ${playTime}`,
      ),
    )
    .where(within(played))
    .orderBy(win.id, sql`${played.paidAt} desc`)
    .as('won');
  const ofOrder = reader
    .select({
      playerId: sql<string>`${won.playerId}`.as('order_player'),
      amount: sql<number>`least(sum(${won.amount}), max(${won.plays}))`.as('order_wins'),
    })
    .from(won)
    .groupBy(won.orderId, won.playerId)
    .as('won_order');
  return reader
    .select({
      playerId: sql<string>`${ofOrder.playerId}`.as('of_player'),
      amount: sql`sum(${ofOrder.amount})`.mapWith(Number).as('gained'),
    })
    .from(ofOrder)
    .groupBy(ofOrder.playerId)
    .as('gain');
}

/** What each player gained at the site in these days: tickets or points that came, plays that were had, or prizes won. */
export function gains(reader: Reader, site: { tenantId: string; id: string }, by: Input['by'], days: Days) {
  const scope = tenantScope(site.tenantId);
  const within = (moment: Parameters<typeof businessDays>[0]): SQL | undefined => {
    const rules = businessDays(moment);
    return and(rules.from(days.from), rules.to(days.to));
  };
  if (by === 'wins') return wins(reader, scope, site.id, within);
  if (by === 'plays') {
    const played = playedView(scope, site.id);
    return reader
      .select({
        playerId: sql<string>`${played.playerId}`.as('of_player'),
        amount: sql`sum(${played.plays})`.mapWith(Number).as('gained'),
      })
      .from(played)
      .where(within(played))
      .groupBy(played.playerId)
      .as('gain');
  }
  const movement = rows(scope, pointMovements);
  const { createdAt: at, tenantId, siteId } = movement;
  return reader
    .select({
      playerId: sql<string>`${movement.playerId}`.as('of_player'),
      amount: sql`sum(${movement.amount})`.mapWith(Number).as('gained'),
    })
    .from(movement)
    .where(
      and(
        eq(siteId, site.id),
        eq(movement.unit, by === 'points' ? 'point' : 'ticket'),
        eq(movement.flow, 'issued'),
        within({ at, tenantId, siteId }),
      ),
    )
    .groupBy(movement.playerId)
    .as('gain');
}

type Gains = ReturnType<typeof gains>;

/** Who does not want to be named has no place, and leaves none empty. */
const ranked = (reader: Reader, gain: Gains) =>
  reader
    .select({
      playerId: sql<string>`${gain.playerId}`.as('ranked_player'),
      amount: sql`${gain.amount}`.mapWith(Number).as('ranked_amount'),
      rank: sql`rank() over (order by ${gain.amount} desc)`.mapWith(Number).as('rank'),
    })
    .from(gain)
    .where(
      sql`${gain.amount} > 0 and not exists (
        select from ranking_choice c where c.player_id = ${gain.playerId} and c.hidden)`,
    )
    .as('ranked');

export function pageRanking(reader: Reader, gain: Gains, input: Input) {
  const place = ranked(reader, gain);
  const player = playerView();
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: place.playerId,
          rank: place.rank,
          amount: place.amount,
          name: player.name,
          photo: player.photo,
        })
        .from(place)
        .innerJoin(player, eq(player.id, place.playerId)),
    filters: { fieldId: elsewhere, period: elsewhere, by: elsewhere },
    sort: { amount: sql`${place.amount}` },
    usual: { by: 'amount', order: 'desc' },
    tie: sql`${place.playerId}`,
  });
}

export async function ownPlace(reader: Reader, gain: Gains, playerId: string) {
  const place = ranked(reader, gain);
  const [[found], [all]] = await Promise.all([
    reader.select().from(place).where(eq(place.playerId, playerId)),
    reader.select().from(gain).where(eq(gain.playerId, playerId)),
  ]);
  return { rank: found?.rank ?? null, amount: all?.amount ?? 0 };
}
