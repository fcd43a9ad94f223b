import { endPayment } from '#features/payments/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { undeliveredAmount } from '../refund-amounts.ts';
import { after, closeAgainMs } from './deadlines.ts';
import { awaitTruth } from './device-fulfilment.ts';
import { moveOrder } from './move-order.ts';
import { lockOrder, selectDue } from './order-queries.ts';
import type { OrderRow } from './order-types.ts';
import { changeOrder } from './order-writes.ts';
import { refundLocked } from './refund-order.ts';

const perTurn = 200;

type Due = Awaited<ReturnType<typeof selectDue>>[number];

/** What deadlines do. Every process may run it: the row decides who comes first, and the second finds it done. */
export async function sweepOrders(services: Services): Promise<number> {
  const due = await selectDue(services.db.read, services.clock.now(), perTurn);
  for (const order of due)
    await endWait(services, order).catch(async (error: unknown) => {
      services.log.error({ err: error, orderId: order.id }, 'order deadline');
      await postpone(services, order);
    });
  return due.length;
}

async function endWait(services: Services, order: Due): Promise<void> {
  if (order.state === 'created' && order.paymentId) {
    // asks the platform first: who paid in the last second gets what was paid for
    await endPayment(services, order.tenantId, order.paymentId);
    return postpone(services, order);
  }
  await services.db.transaction(async (tx) => {
    const locked = await lockOrder(tx, order.tenantId, order.id);
    if (locked.deadlineAt && locked.deadlineAt <= services.clock.now()) await overdue(tx, services, locked);
  });
}

/** Still not ended: looked at again in a while. */
async function postpone(services: Services, { tenantId, id }: Due): Promise<void> {
  await services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, tenantId, id);
    const now = services.clock.now();
    if (order.deadlineAt && order.deadlineAt <= now)
      changeOrder(tx, order, { deadlineAt: after(now, closeAgainMs) });
  });
}

async function overdue(tx: Tx, services: Services, order: OrderRow): Promise<void> {
  if (order.state === 'created') {
    moveOrder(tx, services, order, 'close', { deadlineAt: null });
    return;
  }
  if (order.state === 'fulfilling' && order.faultState !== 'unsolved')
    return awaitTruth(tx, services, order, 'noAnswer', { reason: 'noAnswer' });
  const amount = undeliveredAmount(order);
  if (amount === 0) {
    changeOrder(tx, order, { deadlineAt: null });
    return;
  }
  const resolved = changeOrder(tx, order, { faultState: order.fault ? 'resolved' : null });
  await refundLocked(tx, services, resolved, { amount, reason: 'orders:reason.deadline', automatic: true });
}

/** Deadlines are met within seconds; the job that runs every minute is for when this process is gone. */
export function startSweeping(services: Services, everyMs: number): () => Promise<void> {
  let running: Promise<unknown> | undefined;
  const timer = setInterval(() => {
    running ??= sweepOrders(services)
      .catch((error: unknown) => services.log.error({ err: error }, 'order deadlines'))
      .finally(() => {
        running = undefined;
      });
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await running;
  };
}
