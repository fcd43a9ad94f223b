import {
  and,
  asc,
  count,
  desc,
  eq,
  gte,
  inArray,
  isNotNull,
  isNull,
  lte,
  max,
  ne,
  not,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { ofSamePerson } from '#features/base/players/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { isTransaction } from '#kit/server/gathered-writes.ts';
import { ownRows } from '#kit/server/player-tables.ts';
import { type PlayerScope, platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, type NewRowOf, rows, update } from '#kit/server/tables.ts';
import { orderEvents, orderParts, orderRefunds, orders } from '../tables.ts';
import type { EventRow, OrderRow, Orders, OrderView, RefundRow, Refunds } from './order-types.ts';
import { orderInHand, takeInHand, writeOrders } from './order-writes.ts';

/** Inside a transaction that has changed orders they are looked at as it has them. */
const written = async (reader: Reader): Promise<void> => {
  if (isTransaction(reader)) await writeOrders(reader);
};

/** Another tenant's, or one of a site beyond the scope, is not found. */
export async function findOrder(reader: Reader, scope: Scope, id: string): Promise<OrderView> {
  await written(reader);
  const order = rows(scope, orders);
  const [found] = await reader.select().from(order).where(eq(order.id, id));
  if (!found) throw missing();
  return found;
}

export async function findOrders(reader: Reader, scope: Scope, ids: readonly string[]): Promise<OrderView[]> {
  if (ids.length === 0) return [];
  await written(reader);
  const order = rows(scope, orders);
  return reader
    .select()
    .from(order)
    .where(inArray(order.id, [...ids]));
}

export async function findByNumber(
  reader: Reader,
  scope: Scope,
  number: string,
): Promise<OrderRow | undefined> {
  const order = rows(scope, orders);
  const [found] = await reader.select().from(order).where(eq(order.number, number));
  return found;
}

/** Which of these players have ordered from the merchant. */
export async function buyersAmong(
  reader: Reader,
  tenantId: string,
  playerIds: readonly string[],
): Promise<string[]> {
  const order = rows(tenantScope(tenantId), orders);
  const found = await reader
    .selectDistinct({ playerId: order.playerId })
    .from(order)
    .where(inArray(order.playerId, [...playerIds]));
  return found.flatMap(({ playerId }) => playerId ?? []);
}

/** The player's newest order, at any machine or at one, that is not over, or was not yet at a moment. */
export async function latestOwnOrder(
  reader: Reader,
  scope: PlayerScope,
  { deviceId, endedSince, withFaults = true }: { deviceId?: string; endedSince?: Date; withFaults?: boolean },
): Promise<Pick<OrderRow, 'number' | 'state'> | undefined> {
  const order = ownRows(scope, orders);
  const open = isNull(order.endedAt);
  const [found] = await reader
    .select({ number: order.number, state: order.state })
    .from(order)
    .where(
      and(
        endedSince ? or(open, gte(order.endedAt, endedSince)) : open,
        deviceId ? eq(order.deviceId, deviceId) : undefined,
        withFaults ? undefined : isNull(order.faultState),
      ),
    )
    .orderBy(desc(order.id))
    .limit(1);
  return found;
}

/** When a player last paid this merchant for something that was not given back wholly; null: never. */
export async function lastPaidAt(reader: Reader, tenantId: string, playerId: string): Promise<Date | null> {
  await written(reader);
  const order = rows(tenantScope(tenantId), orders);
  const [found] = await reader
    .select({ at: max(order.paidAt) })
    .from(order)
    .where(and(ofSamePerson(order.playerId, playerId), isNotNull(order.paidAt), ne(order.state, 'refunded')));
  return found?.at ?? null;
}

/** A change of an order locks its row: things that happen to it happen one after the other. */
export async function lockOrder(tx: Tx, tenantId: string, id: string): Promise<OrderRow> {
  const inHand = orderInHand(tx, id);
  if (inHand?.tenantId === tenantId) return inHand;
  const [found] = await find(tx, tenantScope(tenantId), orders, { id }, 'update');
  if (!found) throw missing();
  return takeInHand(tx, found);
}

export async function findByRequest(
  tx: Tx,
  tenantId: string,
  payerId: string,
  requestId: string,
): Promise<OrderRow | undefined> {
  const [found] = await find(tx, tenantScope(tenantId), orders, (order) =>
    and(sql`coalesce(${order.userId}, ${order.playerId}) = ${payerId}`, eq(order.requestId, requestId)),
  );
  return found;
}

export async function readEvents(reader: Reader, tenantId: string, orderId: string): Promise<EventRow[]> {
  const event = rows(tenantScope(tenantId), orderEvents);
  return reader.select().from(event).where(eq(event.orderId, orderId)).orderBy(asc(event.place));
}

export async function insertRefund(tx: Tx, values: Refunds['$inferInsert']): Promise<RefundRow> {
  await writeOrders(tx);
  const [row] = await insert(tx, tenantScope(values.tenantId), orderRefunds, values);
  return row as RefundRow;
}

export async function updateRefund(
  tx: Tx,
  refund: Pick<RefundRow, 'tenantId' | 'id'>,
  set: Partial<Refunds['$inferInsert']>,
): Promise<RefundRow> {
  const [row] = await update(tx, tenantScope(refund.tenantId), orderRefunds, { id: refund.id }, set);
  if (!row) throw new Error(`refund ${refund.id} is gone`);
  return row;
}

export async function readRefunds(reader: Reader, tenantId: string, orderId: string): Promise<RefundRow[]> {
  const refund = rows(tenantScope(tenantId), orderRefunds);
  return reader.select().from(refund).where(eq(refund.orderId, orderId)).orderBy(asc(refund.id));
}

/** Deliveries before the last one. */
export async function readParts(reader: Reader, tenantId: string, orderId: string) {
  const part = rows(tenantScope(tenantId), orderParts);
  return reader.select().from(part).where(eq(part.orderId, orderId));
}

export async function insertPart(
  tx: Tx,
  tenantId: string,
  values: Omit<NewRowOf<typeof orderParts>, 'id'>,
): Promise<void> {
  await insert(tx, tenantScope(tenantId), orderParts, { id: newId(), ...values });
}

/** Who has to be asked before something due can end: a payment platform about what is unpaid, or nobody. */
export const dueLanes = ['books', 'wechat', 'alipay'] as const;
export type DueLane = (typeof dueLanes)[number];

function inLane(order: Orders, lane: DueLane) {
  const asksPlatform = and(eq(order.state, 'created'), isNotNull(order.paymentId));
  return lane === 'books' ? not(asksPlatform as SQL) : and(asksPlatform, eq(order.payWay, lane));
}

/** Money of it was neither delivered nor given back. */
export const isOwed = (order: Orders) =>
  sql`${order.paidAmount} > ${order.fulfilledAmount} + ${order.refundedAmount}`;

/** What a platform refused to give back three times has no deadline. */
const leftToPeople = (order: Orders) => and(eq(order.faultState, 'unsolved'), isOwed(order));

/** Orders that settle to a wallet and wait for something or for a person, and refunds of theirs that are under way. */
export async function countUnended(tx: Tx, tenantId: string, walletId: string): Promise<number> {
  const order = rows(tenantScope(tenantId), orders);
  const refund = rows(tenantScope(tenantId), orderRefunds);
  const [waiting, refunding] = await Promise.all([
    tx
      .select({ number: count() })
      .from(order)
      .where(and(eq(order.walletId, walletId), or(isNotNull(order.deadlineAt), leftToPeople(order)))),
    tx
      .select({ number: count() })
      .from(refund)
      .innerJoin(order, and(eq(order.tenantId, refund.tenantId), eq(order.id, refund.orderId)))
      .where(and(eq(refund.state, 'requested'), eq(order.walletId, walletId))),
  ]);
  return (waiting[0]?.number ?? 0) + (refunding[0]?.number ?? 0);
}

/** Over all tenants. */
export async function selectDue(
  reader: Reader,
  now: Date,
  lane: DueLane,
  limit: number,
): Promise<Pick<OrderRow, 'tenantId' | 'id' | 'state' | 'paymentId'>[]> {
  const order = rows(platformScope, orders);
  return reader
    .select({ tenantId: order.tenantId, id: order.id, state: order.state, paymentId: order.paymentId })
    .from(order)
    .where(and(lte(order.deadlineAt, now), inLane(order, lane)))
    .orderBy(asc(order.deadlineAt))
    .limit(limit);
}
