import { and, eq, gt, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder, unionAll } from 'drizzle-orm/pg-core';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { incomeSources } from '../../contract/kinds.ts';
import { orderParts, orderRefunds, orders } from '../../tables.ts';
import type { Orders } from '../order-types.ts';

export type IncomeEntryKind = 'delivered' | 'refunded' | 'refused';

const fen = (value: SQL | unknown, name: string) => sql<number>`(${value})::bigint`.mapWith(Number).as(name);
const none = (name: string) => fen(sql`0`, name);

/** What names an order in each line. */
const about = (order: Orders) => ({
  tenantId: order.tenantId,
  orderId: sql<string>`${order.id}`.as('order_id'),
  orderNumber: order.number,
  title: order.title,
  payWay: order.payWay,
  siteId: order.siteId,
  deviceId: order.deviceId,
  deviceNumber: order.deviceNumber,
  deviceName: order.deviceName,
  deviceType: order.deviceType,
});

const kindOf = (kind: IncomeEntryKind) => sql<IncomeEntryKind>`${sql.raw(`'${kind}'`)}::text`.as('kind');

const earning = (order: Orders) =>
  and(
    eq(order.settlesTo, 'earnings'),
    eq(order.unit, 'fen'),
    inArray(order.payWay, [...incomeSources.filter((source) => source !== 'machines')]),
  );

/** The last delivery of an order: all that it delivered less what it did before, and its fee as it was then. */
function delivered(reader: Reader, scope: Scope) {
  const order = rows(scope, orders);
  const part = rows(scope, orderParts);
  const refund = rows(scope, orderRefunds);
  const ofParts = (column: typeof part.amount) =>
    sql`coalesce((select sum(${column}) from ${part} where ${part.tenantId} = ${order.tenantId} and ${part.orderId} = ${order.id}), 0)`;
  const feeBack = sql`coalesce((select sum(${refund.feeBackFen}) from ${refund} where ${refund.tenantId} = ${order.tenantId} and ${refund.orderId} = ${order.id} and ${ne(refund.state, 'failed')}), 0)`;
  return reader
    .select({
      ...about(order),
      id: sql<string>`${order.id}`.as('entry_id'),
      kind: kindOf('delivered'),
      at: sql<Date>`${order.settledAt}`.mapWith(order.settledAt).as('at'),
      grossFen: fen(sql`${order.fulfilledAmount} - ${ofParts(part.amount)}`, 'gross_fen'),
      refundFen: none('refund_fen'),
      feeFen: fen(sql`${order.feeFen} + ${feeBack} - ${ofParts(part.feeFen)}`, 'fee_fen'),
    })
    .from(order)
    .where(and(earning(order), isNotNull(order.settledAt)));
}

/** What it delivered before, each time on its own day. */
function deliveredBefore(reader: Reader, scope: Scope) {
  const order = rows(scope, orders);
  const part = rows(scope, orderParts);
  return reader
    .select({
      ...about(order),
      id: sql<string>`${part.id}`.as('entry_id'),
      kind: kindOf('delivered'),
      at: sql<Date>`${part.settledAt}`.mapWith(part.settledAt).as('at'),
      grossFen: fen(part.amount, 'gross_fen'),
      refundFen: none('refund_fen'),
      feeFen: fen(part.feeFen, 'fee_fen'),
    })
    .from(part)
    .innerJoin(order, and(eq(order.tenantId, part.tenantId), eq(order.id, part.orderId)))
    .where(earning(order));
}

/** What left the wallet. */
function refunded(reader: Reader, scope: Scope) {
  const order = rows(scope, orders);
  const refund = rows(scope, orderRefunds);
  return reader
    .select({
      ...about(order),
      id: sql<string>`${refund.id}`.as('entry_id'),
      kind: kindOf('refunded'),
      at: sql<Date>`${refund.createdAt}`.mapWith(refund.createdAt).as('at'),
      grossFen: none('gross_fen'),
      refundFen: fen(refund.delivered, 'refund_fen'),
      feeFen: fen(sql`${refund.keptFeeFen} - ${refund.feeBackFen}`, 'fee_fen'),
    })
    .from(refund)
    .innerJoin(order, and(eq(order.tenantId, refund.tenantId), eq(order.id, refund.orderId)))
    .where(and(earning(order), or(gt(refund.delivered, 0), gt(refund.keptFeeFen, 0))));
}

/** What the platform would not give back, on the day it said so. */
function refused(reader: Reader, scope: Scope) {
  const order = rows(scope, orders);
  const refund = rows(scope, orderRefunds);
  return reader
    .select({
      ...about(order),
      // the refund has a line of its own already
      id: sql<string>`md5(${refund.id}::text || ' refused')::uuid`.as('entry_id'),
      kind: kindOf('refused'),
      at: sql<Date>`${refund.endedAt}`.mapWith(refund.endedAt).as('at'),
      grossFen: none('gross_fen'),
      refundFen: fen(sql`-${refund.delivered}`, 'refund_fen'),
      feeFen: fen(refund.feeBackFen, 'fee_fen'),
    })
    .from(refund)
    .innerJoin(order, and(eq(order.tenantId, refund.tenantId), eq(order.id, refund.orderId)))
    .where(and(earning(order), eq(refund.state, 'failed'), gt(refund.delivered, 0)));
}

/**
 * The lines that `sumIncome` adds up, one by one, to be listed and filtered: whatever sum a page shows, this says of
 * which orders it is made. PostgreSQL carries conditions about `at`, site and machine into each of the four.
 */
export const incomeEntries = (reader: Reader, scope: Scope) =>
  unionAll(
    delivered(reader, scope),
    deliveredBefore(reader, scope),
    refunded(reader, scope),
    refused(reader, scope),
  ).as('entry');

/** Where an order was bought, for others to join. */
export function orderPlaceView(scope: Scope) {
  const order = rows(scope, orders);
  return new QueryBuilder()
    .select({
      tenantId: order.tenantId,
      id: order.id,
      deviceId: order.deviceId,
      deviceType: order.deviceType,
    })
    .from(order)
    .as('order_place');
}
