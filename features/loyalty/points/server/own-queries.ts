import { and, asc, eq, sql } from 'drizzle-orm';
import { tenantView } from '#features/base/accounts/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { balanceView } from '#features/money/ledger/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { elsewhere, pageRows } from '#kit/server/page-rows.ts';
import { ownRows } from '#kit/server/player-tables.ts';
import { type PlayerScope, platformScope } from '#kit/server/scope.ts';
import type { PointUnit } from '../contract/kinds.ts';
import { ownContract } from '../contract/own.ts';
import { pointDebts, pointLots, pointMovements } from '../tables.ts';
import { soonAt } from './book-queries.ts';

/** Shops where the player has, had or owes something. */
export async function placesOf(reader: Reader, scope: PlayerScope) {
  const account = balanceView();
  const debt = ownRows(scope, pointDebts);
  const tenant = tenantView(platformScope);
  const site = siteView(platformScope);
  const sumOf = (unit: PointUnit) =>
    sql`coalesce(sum(${account.balance} - ${account.held}) filter (where ${account.unit} = ${unit}), 0)`.mapWith(
      Number,
    );
  const siteId = sql<string>`split_part(${account.purpose}, ':', 2)::uuid`;
  const held = reader
    .select({
      tenantId: sql<string>`${account.tenantId}`.as('of_tenant'),
      siteId: siteId.as('of_site'),
      points: sumOf('point').as('own_points'),
      tickets: sumOf('ticket').as('own_tickets'),
    })
    .from(account)
    .where(
      and(
        eq(account.ownerKind, 'player'),
        eq(account.ownerId, scope.playerId),
        sql`${account.unit} in ('point', 'ticket')`,
        sql`${account.purpose} like 'site:%'`,
      ),
    )
    .groupBy(sql`1, 2`)
    .as('held');
  return reader
    .select({
      merchantId: held.tenantId,
      merchantName: tenant.name,
      fieldId: held.siteId,
      fieldName: site.name,
      points: held.points,
      tickets: held.tickets,
      owed: sql`coalesce(${debt.owed}, 0)`.mapWith(Number),
    })
    .from(held)
    .innerJoin(tenant, eq(tenant.id, held.tenantId))
    .leftJoin(site, atSite(site, held))
    .leftJoin(
      debt,
      and(eq(debt.tenantId, held.tenantId), eq(debt.siteId, held.siteId), eq(debt.unit, 'point')),
    )
    .orderBy(sql`${held.points} desc`, asc(held.siteId));
}

/** What expires within the days that each merchant tells of before. */
export async function lotsSoon(
  reader: Reader,
  scope: PlayerScope,
  now: Date,
  days: ReadonlyMap<string, number>,
) {
  const lot = ownRows(scope, pointLots);
  const found = await reader
    .select({
      ...pick(lot, 'tenantId', 'siteId', 'unit'),
      amount: sql`sum(${lot.left})`.mapWith(Number),
      expiresAt: lot.expiresAt,
    })
    .from(lot)
    .where(and(sql`${lot.left} > 0`, sql`${lot.expiresAt} is not null`))
    .groupBy(lot.tenantId, lot.siteId, lot.unit, lot.expiresAt)
    .orderBy(asc(lot.expiresAt));
  return found.flatMap(({ expiresAt, ...row }) =>
    expiresAt && expiresAt <= soonAt(now, days.get(row.tenantId) ?? 0) ? [{ ...row, expiresAt }] : [],
  );
}

export const pageOwnMovements = listing(ownContract.listOwnMovements, (reader, scope: PlayerScope, input) => {
  const movement = ownRows(scope, pointMovements);
  const tenant = tenantView(platformScope);
  const site = siteView(platformScope);
  const { id, createdAt, unit, kind, amount, balanceAfter, remark } = movement;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, unit, kind, amount, balanceAfter, remark },
          merchantName: tenant.name,
          fieldId: movement.siteId,
          fieldName: site.name,
        })
        .from(movement)
        .innerJoin(tenant, eq(tenant.id, movement.tenantId))
        .leftJoin(site, atSite(site, movement)),
    of: movement,
    where: eq(unit, input.unit),
    filters: { unit: elsewhere },
    ...newestFirst(movement),
  });
});
