import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { since, until } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, rows } from '#kit/server/tables.ts';
import { giftMovements } from '../tables.ts';

/** What fell out of machines, to join and to sum up: the cost of a piece is the one it had then. */
export function wonView(scope: Scope) {
  const movement = rows(scope, giftMovements);
  const { missing } = movement;
  return new QueryBuilder()
    .select({
      ...pick(movement, 'id', 'tenantId', 'giftId', 'deviceId', 'siteId', 'createdAt', 'missing'),
      pieces: sql<number>`${movement.amount} + ${missing}`.as('pieces'),
      fen: sql<number>`(${movement.amount} + ${missing})::bigint * ${movement.costFen}`.as('fen'),
    })
    .from(movement)
    .where(and(eq(movement.kind, 'won'), atSites(scope, movement)))
    .as('won');
}

function atSites(scope: Scope, movement: ColumnsOf<typeof giftMovements>): SQL | undefined {
  if (scope.kind !== 'tenant' || scope.siteIds === null) return undefined;
  return scope.siteIds.length > 0 ? inArray(movement.siteId, [...scope.siteIds]) : sql`false`;
}

/** In fen, by business day; also prizes that the books of a machine no longer held. */
export async function giftCostsOf(
  reader: Reader,
  scope: Scope,
  siteId: string,
  days: readonly string[],
): Promise<Map<string, number>> {
  const sorted = [...days].sort();
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) return new Map();
  const movement = rows(scope, giftMovements);
  const day = sql<string>`to_char(${movement.createdAt} at time zone 'Asia/Shanghai', 'YYYY-MM-DD')`;
  const found = await reader
    .select({
      day,
      fen: sql<number>`sum((${movement.amount} + ${movement.missing})::bigint * ${movement.costFen})`.mapWith(
        Number,
      ),
    })
    .from(movement)
    .where(
      and(
        eq(movement.siteId, siteId),
        eq(movement.kind, 'won'),
        since(movement.createdAt)(first),
        until(movement.createdAt)(last),
      ),
    )
    .groupBy(day);
  const wanted = new Set(days);
  return new Map(found.filter((row) => wanted.has(row.day)).map((row) => [row.day, row.fen]));
}
