import { and, eq, inArray, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { businessDays } from '#features/selling/figures/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { matching } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { shareLines, shareOrders, shareReceivers } from '../tables.ts';

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
