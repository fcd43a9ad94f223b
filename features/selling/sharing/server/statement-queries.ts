import { and, asc, eq, gte, inArray, lt, sql } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { addSteps } from '../rules/calculate.ts';
import { shareEntries, shareLines, shareOrders, shareSettlements } from '../tables.ts';

export interface MonthDays {
  from: string;
  /** the first day that no longer counts */
  to: string;
}

const fenSum = (what: unknown) => sql<number>`coalesce(sum(${what}), 0)::bigint`.mapWith(Number);

export async function owedBefore(
  reader: Reader,
  scope: Scope,
  receiverId: string,
  day: string,
): Promise<number> {
  const entry = rows(scope, shareEntries);
  const [found] = await reader
    .select({ fen: fenSum(entry.amountFen) })
    .from(entry)
    .where(and(eq(entry.receiverId, receiverId), lt(entry.day, day)));
  return found?.fen ?? 0;
}

export function entriesOf(reader: Reader, scope: Scope, receiverId: string, days: MonthDays) {
  const entry = rows(scope, shareEntries);
  return reader
    .select()
    .from(entry)
    .where(and(eq(entry.receiverId, receiverId), gte(entry.day, days.from), lt(entry.day, days.to)))
    .orderBy(asc(entry.day), asc(entry.id));
}

/** By site and day what a receiver earned and how it came about. */
export async function earnedByDay(reader: Reader, scope: Scope, receiverId: string, days: MonthDays) {
  const line = rows(scope, shareLines);
  const order = rows(scope, shareOrders);
  const found = await reader
    .select({
      ...pick(line, 'siteId', 'day', 'basisPoints', 'earnedFen'),
      ...pick(order, 'grossFen', 'baseFen', 'steps'),
    })
    .from(line)
    .innerJoin(order, eq(order.orderId, line.orderId))
    .where(and(eq(line.receiverId, receiverId), gte(line.day, days.from), lt(line.day, days.to)))
    .orderBy(asc(line.day), asc(line.siteId), asc(line.id));
  const groups = Map.groupBy(found, ({ day, siteId, basisPoints }) => `${day} ${siteId} ${basisPoints}`);
  return [...groups.values()].map((group) => {
    const [first] = group;
    const sum = (key: 'grossFen' | 'baseFen' | 'earnedFen') =>
      group.reduce((total, row) => total + row[key], 0);
    return {
      day: first!.day,
      siteId: first!.siteId,
      basisPoints: first!.basisPoints,
      orders: group.length,
      grossFen: sum('grossFen'),
      baseFen: sum('baseFen'),
      earnedFen: sum('earnedFen'),
      steps: addSteps(
        sum('grossFen'),
        group.map(({ steps }) => steps),
      ),
    };
  });
}

export async function orderNumbers(reader: Reader, scope: Scope, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, string>();
  const order = rows(scope, shareOrders);
  const found = await reader
    .select({ id: order.orderId, number: order.number })
    .from(order)
    .where(inArray(order.orderId, [...new Set(ids)]));
  return new Map(found.map(({ id, number }) => [id, number]));
}

/** Of an account that is kept here: what came in less what was given back or settled, before a day. */
export async function keptBefore(
  reader: Reader,
  scope: Scope,
  receiverId: string,
  day: string,
): Promise<number> {
  const entry = rows(scope, shareEntries);
  const settlement = rows(scope, shareSettlements);
  const [[moved], [settled]] = await Promise.all([
    reader
      .select({ fen: fenSum(sql`-${entry.amountFen}`) })
      .from(entry)
      .where(and(eq(entry.receiverId, receiverId), eq(entry.way, 'account'), lt(entry.day, day))),
    reader
      .select({ fen: fenSum(settlement.amountFen) })
      .from(settlement)
      .where(and(eq(settlement.receiverId, receiverId), lt(settlement.day, day))),
  ]);
  return (moved?.fen ?? 0) - (settled?.fen ?? 0);
}

export function settlementsOf(reader: Reader, scope: Scope, receiverId: string, days: MonthDays) {
  const settlement = rows(scope, shareSettlements);
  return reader
    .select()
    .from(settlement)
    .where(
      and(eq(settlement.receiverId, receiverId), gte(settlement.day, days.from), lt(settlement.day, days.to)),
    )
    .orderBy(asc(settlement.day), asc(settlement.id));
}
