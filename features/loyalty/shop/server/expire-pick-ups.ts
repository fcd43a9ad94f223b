import { and, eq, gt, isNull, lt, lte } from 'drizzle-orm';
import { isReminderDue, tellToFetch, textsReady } from '#features/loyalty/exchange/server/public.ts';
import { lockOrder, refundOrder } from '#features/selling/orders/server/public.ts';
import { dayMs } from '#kit/kernel/time.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, rows } from '#kit/server/tables.ts';
import { goodsOrders } from '../tables.ts';
import { changeGoods } from './follow-order.ts';

const perRound = 200;

/**
 * Paid goods that nobody fetched in time: the money goes back the way it came, and the pieces with it. Each in a
 * transaction of its own: whatever dies, the rest is found again.
 */
export async function expirePickUps(services: Services): Promise<number> {
  const { db, clock, log } = services;
  const now = clock.now();
  const order = rows(platformScope, goodsOrders);
  const overdue = await db.read
    .select({ tenantId: order.tenantId, id: order.orderId })
    .from(order)
    .where(and(eq(order.state, 'waiting'), lt(order.waitsUntil, now)))
    .orderBy(order.waitsUntil)
    .limit(perRound);
  let ended = 0;
  for (const { tenantId, id } of overdue)
    try {
      ended += await db.transaction(async (tx) => {
        // the order first, as everybody who refunds does
        await lockOrder(tx, tenantId, id);
        const [row] = await find(tx, tenantScope(tenantId), goodsOrders, { orderId: id }, 'update');
        // somebody may have come at the last moment
        if (row?.state !== 'waiting' || !row.waitsUntil || row.waitsUntil >= now) return 0;
        const request = { reason: 'orders:reason.notFetched', automatic: true };
        await refundOrder(tx, services, { tenantId, id }, request);
        return 1;
      });
    } catch (error) {
      // one that can not go back keeps no other waiting
      log.error({ err: error, order: id }, 'shop');
    }
  return ended;
}

/** Tells players by a text that paid goods go back soon, once for each order. The order's page says it all the while. */
export async function remindPickUps(services: Services): Promise<number> {
  if (!textsReady(services)) return 0;
  const { db, clock } = services;
  const now = clock.now();
  const order = rows(platformScope, goodsOrders);
  const waiting = await db.read
    .select()
    .from(order)
    .where(
      and(
        eq(order.state, 'waiting'),
        isNull(order.remindedAt),
        gt(order.waitsUntil, now),
        lte(order.waitsUntil, new Date(now.getTime() + dayMs)),
      ),
    )
    .orderBy(order.waitsUntil)
    .limit(perRound);
  let told = 0;
  for (const { waitsUntil, paidAt, title, ...row } of waiting) {
    if (!waitsUntil || !paidAt || !isReminderDue({ createdAt: paidAt, waitsUntil }, now)) continue;
    const { tenantId, orderId } = row;
    const claim = () =>
      db.transaction(async (tx) => {
        const [found] = await find(tx, tenantScope(tenantId), goodsOrders, { orderId }, 'update');
        if (found?.state !== 'waiting' || found.remindedAt) return false;
        await changeGoods(tx, found, { remindedAt: now });
        return true;
      });
    if (await tellToFetch(services, { ...row, goods: title, waitsUntil }, claim)) told += 1;
  }
  return told;
}
