import type { Payment } from '#features/money/payments/server/public.ts';
import { AppError } from '#kit/kernel/errors.ts';
import { attempt, type Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { after, fulfilMs } from '../../rules/deadlines.ts';
import { undeliveredAmount } from '../../rules/refund-amounts.ts';
import { settle } from '../delivering/settle-order.ts';
import { moveOrder } from '../move-order.ts';
import { paysItself } from '../order-accounts.ts';
import { lockOrder } from '../order-queries.ts';
import { type OrderRow, subjectKind } from '../order-types.ts';
import { writeOrders } from '../order-writes.ts';
import { refundLocked } from '../refunding/refund-order.ts';
import { fulfilmentOf, tellGivenUp } from '../registry.ts';
import type { Fulfilment, KnownOfOrder } from '../registry-types.ts';
import { pursesElsewhere } from './bring-together.ts';
import { freeMoney, holdMoney } from './hold-money.ts';
import { takeAccounts } from './take-accounts.ts';

/** From the payments feature, in the transaction that booked the money. */
export async function hearPaid(tx: Tx, services: Services, payment: Payment): Promise<void> {
  if (payment.subject.kind !== subjectKind) return;
  const order = await lockOrder(tx, payment.tenantId, payment.subject.id);
  await orderPaid(tx, services, order, payment);
}

export async function hearClosed(tx: Tx, services: Services, payment: Payment): Promise<void> {
  if (payment.subject.kind !== subjectKind) return;
  const order = await lockOrder(tx, payment.tenantId, payment.subject.id);
  if (order.state === 'created') await closeOrder(tx, services, order);
}

export async function closeOrder(tx: Tx, services: Services, order: OrderRow): Promise<void> {
  await tellGivenUp(tx, services, moveOrder(tx, services, order, 'close', { deadlineAt: null }));
}

export async function orderPaid(
  tx: Tx,
  services: Services,
  order: OrderRow,
  payment: Pick<Payment, 'id' | 'amountFen'> | null,
  known: KnownOfOrder = {},
): Promise<OrderRow> {
  // told before: the money is booked once, and so is this
  if (order.state !== 'created' && order.state !== 'closed') return order;
  if (payment && payment.amountFen !== order.amount)
    throw new Error(`order ${order.id} of ${order.amount} was paid with ${payment.amountFen}`);
  const late = order.state === 'closed';
  const paid = moveOrder(tx, services, order, late ? 'payLate' : 'pay', {
    paidAmount: order.amount,
    paidAt: services.clock.now(),
    deadlineAt: null,
    ...(payment && { paymentId: payment.id }),
  });
  if (late) return giveBack(tx, services, paid, 'orders:reason.paidLate');
  return startFulfilment(tx, services, paid, known);
}

/** The money is promised and the thing set going together; what can not even begin goes back at once. */
export async function startFulfilment(
  tx: Tx,
  services: Services,
  order: OrderRow,
  known: KnownOfOrder = {},
): Promise<OrderRow> {
  const fulfilment = fulfilmentOf(services, order.fulfilment.name);
  // the player's own money is held and moved in one go; what a platform or a till brought was taken before
  const elsewhere = await pursesElsewhere(tx, order, known);
  if (paysItself(order) && !fulfilment.refusesFirst) await takeAccounts(tx, services, order, elsewhere);
  const held = await holdMoney(tx, services, order, elsewhere);
  let outcome: 'fulfilled' | 'waiting';
  try {
    outcome = await begin(tx, services, fulfilment, held, known);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const freed = await freeMoney(tx, services, held);
    return giveBack(tx, services, freed, 'orders:reason.notStarted', { cause: error.key, ...error.params });
  }
  const started = moveOrder(
    tx,
    services,
    await lockOrder(tx, order.tenantId, order.id),
    'start',
    { deadlineAt: after(services.clock.now(), fulfilMs) },
    { data: { attempt: held.attempts, byMachine: held.deviceId !== null } },
  );
  if (outcome === 'waiting') return started;
  return settle(tx, services, started, undeliveredAmount(started), {});
}

/** Undone when it refuses, unless there would be nothing to undo. */
async function begin(
  tx: Tx,
  services: Services,
  fulfilment: Fulfilment,
  order: OrderRow,
  known: KnownOfOrder,
): Promise<'fulfilled' | 'waiting'> {
  if (fulfilment.refusesFirst) return fulfilment.start(tx, services, order, known);
  await writeOrders(tx);
  return attempt(tx, (inner) => fulfilment.start(inner, services, order, known));
}

async function giveBack(
  tx: Tx,
  services: Services,
  order: OrderRow,
  reason: string,
  data: Record<string, unknown> = {},
): Promise<OrderRow> {
  const amount = undeliveredAmount(order);
  const refunded = await refundLocked(tx, services, order, { amount, reason, automatic: true, data });
  return refunded.order;
}
