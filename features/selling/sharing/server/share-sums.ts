import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { businessDays } from '#features/selling/figures/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import { addDays } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { matching } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { validities } from '../rules/periods.ts';
import { shareLines, shareOrders, shareReceivers, shareVersions } from '../tables.ts';

export interface ShareFilter {
  /** business days of the orders, both included */
  from: string;
  to: string;
  siteIds?: readonly string[];
}

const fen = (value: unknown) => sql<number>`coalesce(sum(${value}), 0)::bigint`.mapWith(Number);

/** The lines that the figure `shares` is made of, with whom and of which order. */
export function shareLineView(scope: Scope) {
  const line = rows(scope, shareLines);
  const order = rows(scope, shareOrders);
  const receiver = rows(scope, shareReceivers);
  return new QueryBuilder()
    .select({
      ...pick(line, 'tenantId', 'id', 'siteId', 'settledAt', 'dueFen'),
      orderNumber: sql<string | null>`${order.number}`.as('order_number'),
      receiverName: sql<string>`${receiver.name}`.as('receiver_name'),
      deviceId: line.deviceId,
      deviceType: line.deviceType,
    })
    .from(line)
    .innerJoin(receiver, and(eq(receiver.tenantId, line.tenantId), eq(receiver.id, line.receiverId)))
    .leftJoin(order, and(eq(order.tenantId, line.tenantId), eq(order.orderId, line.orderId)))
    .as('shared');
}

/** What each receiver has in the orders of some days at each site, and what of it is paid. */
export async function listPayables(reader: Reader, scope: Scope, { from, to, siteIds }: ShareFilter) {
  const line = rows(scope, shareLines);
  const receiver = rows(scope, shareReceivers);
  return reader
    .select({
      siteId: line.siteId,
      receiverId: line.receiverId,
      receiverName: receiver.name,
      kind: receiver.kind,
      dueFen: fen(line.dueFen),
      paidFen: fen(line.paidFen),
    })
    .from(line)
    .innerJoin(receiver, and(eq(receiver.tenantId, line.tenantId), eq(receiver.id, line.receiverId)))
    .where(
      and(
        matching(
          { from, to },
          businessDays({ at: line.settledAt, tenantId: line.tenantId, siteId: line.siteId }),
        ),
        siteIds && inArray(line.siteId, [...siteIds]),
      ),
    )
    .groupBy(line.siteId, line.receiverId, receiver.name, receiver.kind)
    .orderBy(line.siteId, receiver.name, line.receiverId);
}

/** What a site costs by the day (rent, as its sharing rules say), over some days; sites without are absent. */
export async function sumRents(
  reader: Reader,
  scope: Scope,
  { from, to, siteIds }: ShareFilter,
): Promise<Map<string, number>> {
  const version = rows(scope, shareVersions);
  const found = await reader
    .select()
    .from(version)
    .where(
      and(
        isNull(version.withdrawnAt),
        lte(version.effectiveFrom, to),
        siteIds && inArray(version.siteId, [...siteIds]),
      ),
    );
  const rents = new Map<string, number>();
  for (const [siteId, versions] of Map.groupBy(found, (row) => row.siteId)) {
    let rentFen = 0;
    for (const { version: held, from: first, to: next } of validities(versions)) {
      if (held.ends) continue;
      const aDayFen = held.costs.reduce(
        (sum, { kind, amountFen }) => sum + (kind === 'perDay' ? (amountFen ?? 0) : 0),
        0,
      );
      for (
        let day = first > from ? first : from;
        day <= to && (next === null || day < next);
        day = addDays(day, 1)
      )
        rentFen += aDayFen;
    }
    if (rentFen > 0) rents.set(siteId, rentFen);
  }
  return rents;
}
