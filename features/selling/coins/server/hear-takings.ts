import type { Payment, RefundEnd } from '#features/money/payments/server/public.ts';
import { findOrders, type OrderView } from '#features/selling/orders/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { cashierChanged } from '../contract/events.ts';
import { findTaking, insertTaking } from './cashier-queries.ts';

const orderSubject = 'order';

/** Runs with the booking of the payment: the cash is now in the hands of the person who sold. */
export async function hearCashTaken(tx: Tx, payment: Payment, now: Date): Promise<void> {
  if (payment.channel !== 'counter' || payment.subject.kind !== orderSubject) return;
  const [order] = await findOrders(tx, tenantScope(payment.tenantId), [payment.subject.id]);
  if (!order?.userId) return;
  await insertTaking(tx, payment.tenantId, {
    id: payment.id,
    createdAt: payment.paidAt ?? now,
    siteId: order.siteId,
    userId: order.userId,
    userName: order.userName ?? '',
    orderId: order.id,
    orderNumber: order.number,
    amountFen: payment.amountFen,
    state: 'held',
  });
  await emit(tx, siteTopic(payment.tenantId, order.siteId), cashierChanged, {});
}

/** Cash goes back from the hands it is in: of the person who took it, or of the cashier once it was handed over. */
export async function hearCashReturned(
  tx: Tx,
  refund: Omit<RefundEnd, 'state' | 'reason'>,
  now: Date,
): Promise<void> {
  const found = await findTaking(tx, refund.tenantId, refund.paymentId);
  if (!found) return;
  const { taking, handover } = found;
  const person = handover
    ? { userId: handover.cashierId, userName: handover.cashierName }
    : { userId: taking.userId, userName: taking.userName };
  await insertTaking(tx, refund.tenantId, {
    id: refund.id,
    createdAt: now,
    siteId: taking.siteId,
    ...person,
    orderId: taking.orderId,
    orderNumber: taking.orderNumber,
    amountFen: -refund.amountFen,
    state: 'held',
  });
  await emit(tx, siteTopic(refund.tenantId, taking.siteId), cashierChanged, {});
}

/** A platform would not return what was paid there: the person who gave the customer cash has so much less. */
export async function hearRefundedInCash(
  tx: Tx,
  order: OrderView,
  refund: { id: string; amountFen: number; user: { id: string; name: string } },
  now: Date,
): Promise<void> {
  await insertTaking(tx, order.tenantId, {
    id: refund.id,
    createdAt: now,
    siteId: order.siteId,
    userId: refund.user.id,
    userName: refund.user.name,
    orderId: order.id,
    orderNumber: order.number,
    amountFen: -refund.amountFen,
    state: 'held',
  });
  await emit(tx, siteTopic(order.tenantId, order.siteId), cashierChanged, {});
}
