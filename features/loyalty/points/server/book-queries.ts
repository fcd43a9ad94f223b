import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { daysThere } from '#features/machines/devices/server/public.ts';
import { balanceView } from '#features/money/ledger/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { phonePattern } from '#kit/contract/schemas.ts';
import { pick } from '#kit/kernel/pick.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { equals, pageDeep, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { booksContract } from '../contract/books.ts';
import type { PointUnit } from '../contract/kinds.ts';
import { pointDebts, pointLots, pointMovements } from '../tables.ts';

/** What counts as expiring soon. */
export const soonAt = (now: Date, noticeDays: number): Date => new Date(now.getTime() + noticeDays * dayMs);

const instantText = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** One row for each member and site with an account of points or tickets. */
function holdings(reader: Reader, scope: Scope) {
  const account = balanceView();
  const siteId = sql`split_part(${account.purpose}, ':', 2)`;
  const reached =
    scope.kind !== 'tenant'
      ? sql`false`
      : and(
          eq(account.tenantId, scope.tenantId),
          scope.siteIds === null
            ? undefined
            : scope.siteIds.length > 0
              ? inArray(siteId, [...scope.siteIds])
              : sql`false`,
        );
  const sumOf = (unit: PointUnit) =>
    sql`coalesce(sum(${account.balance}) filter (where ${account.unit} = ${unit}), 0)`.mapWith(Number);
  return reader
    .select({
      tenantId: sql<string>`${account.tenantId}`.as('of_tenant'),
      playerId: sql<string>`${account.ownerId}::uuid`.as('of_player'),
      siteId: sql<string>`${siteId}::uuid`.as('of_site'),
      points: sumOf('point').as('held_points'),
      tickets: sumOf('ticket').as('held_tickets'),
    })
    .from(account)
    .where(
      and(
        reached,
        eq(account.ownerKind, 'player'),
        inArray(account.unit, ['point', 'ticket']),
        sql`${account.purpose} like 'site:%'`,
      ),
    )
    .groupBy(sql`1, 2, 3`)
    .as('holding');
}

export function pageHoldings(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof booksContract.listHoldings>,
  soon: Date,
) {
  const holding = holdings(reader, scope);
  const player = playerView();
  const site = siteView(scope);
  const debt = rows(scope, pointDebts);
  const owed = sql`coalesce(${debt.owed}, 0)`.mapWith(Number);
  const lot = rows(scope, pointLots);
  const expiring = sql`coalesce((select sum(${lot.left}) from ${lot}
    where ${lot.playerId} = ${holding.playerId} and ${lot.siteId} = ${holding.siteId} and ${lot.unit} = 'point'
      and ${lot.left} > 0 and ${lot.expiresAt} <= ${instantText(soon)}), 0)`.mapWith(Number);
  const standings: Record<NonNullable<typeof input.standing>, SQL> = {
    holding: sql`${holding.points} + ${holding.tickets} > 0`,
    owing: sql`${owed} > 0`,
    expiring: sql`${expiring} > 0`,
  };
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: sql<string>`${holding.playerId} || ':' || ${holding.siteId}`,
          playerId: holding.playerId,
          playerName: player.name,
          phone: player.phone,
          fieldId: holding.siteId,
          fieldName: site.name,
          points: holding.points,
          tickets: holding.tickets,
          owed,
          expiring,
        })
        .from(holding)
        .innerJoin(player, eq(player.id, holding.playerId))
        .leftJoin(site, atSite(site, holding))
        .leftJoin(
          debt,
          and(
            eq(debt.tenantId, holding.tenantId),
            eq(debt.playerId, holding.playerId),
            eq(debt.siteId, holding.siteId),
            eq(debt.unit, 'point'),
          ),
        ),
    filters: {
      // a piece of a number would tell whose it is to anybody who tries all pieces
      word: (word) => (phonePattern.test(word) ? eq(player.phone, word) : search(player.name)(word)),
      fieldId: (siteId) => eq(holding.siteId, siteId),
      standing: (standing) => standings[standing],
    },
    sort: { points: sql`${holding.points}`, tickets: sql`${holding.tickets}`, owed },
    usual: { by: 'points', order: 'desc' },
    tie: sql`${holding.playerId} || ':' || ${holding.siteId}`,
  });
}

export const pageMovements = listing(booksContract.listMovements, (reader, scope, input) => {
  const movement = rows(scope, pointMovements);
  const player = playerView();
  const site = siteView(scope);
  return pageDeep(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(movement, 'id', 'createdAt', 'playerId'),
          playerName: player.name,
          fieldId: movement.siteId,
          fieldName: site.name,
          ...pick(movement, 'unit', 'flow', 'kind', 'amount', 'balanceAfter', 'remark'),
        })
        .from(movement)
        .leftJoin(player, eq(player.id, movement.playerId))
        .leftJoin(site, atSite(site, movement)),
    of: movement,
    filters: {
      playerId: equals(movement.playerId),
      fieldId: equals(movement.siteId),
      unit: equals(movement.unit),
      flow: equals(movement.flow),
      ...daysThere(movement),
    },
    sort: { createdAt: movement.createdAt },
    usual: { by: 'createdAt', order: 'desc' },
  });
});

/** What members owe, and of what they have: what expires soon. */
export async function sumStandings(reader: Reader, scope: Scope, soon: Date) {
  const debt = rows(scope, pointDebts);
  const lot = rows(scope, pointLots);
  const [debts, lots] = await Promise.all([
    reader
      .select({
        unit: debt.unit,
        owed: sql`sum(${debt.owed})`.mapWith(Number),
        debtors: sql<number>`count(distinct ${debt.playerId})::int`,
      })
      .from(debt)
      .where(sql`${debt.owed} > 0`)
      .groupBy(debt.unit),
    reader
      .select({ unit: lot.unit, expiring: sql`sum(${lot.left})`.mapWith(Number) })
      .from(lot)
      .where(and(sql`${lot.left} > 0`, sql`${lot.expiresAt} <= ${instantText(soon)}`))
      .groupBy(lot.unit),
  ]);
  return (unit: PointUnit) => ({
    owed: debts.find((row) => row.unit === unit)?.owed ?? 0,
    debtors: debts.find((row) => row.unit === unit)?.debtors ?? 0,
    expiring: lots.find((row) => row.unit === unit)?.expiring ?? 0,
  });
}
