import { endPayment } from '#features/money/payments/server/public.ts';
import { secondMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { after, closeAgainMs } from '../rules/deadlines.ts';
import { undeliveredAmount } from '../rules/refund-amounts.ts';
import { awaitTruth } from './delivering/device-fulfilment.ts';
import { type DueLane, dueLanes, lockOrder, selectDue } from './order-queries.ts';
import type { OrderRow } from './order-types.ts';
import { changeOrder } from './order-writes.ts';
import { closeOrder } from './paying/pay-order.ts';
import { refundLocked } from './refunding/refund-order.ts';

const perTurn = 200;
/** of one lane: enough to keep up with a platform that answers slowly, and few beside the pool of connections */
const atOnce = 6;

export interface SweepLimits {
  /** how long one answer of a platform is waited for; it may still come, and is booked then */
  answerMs: number;
  /** after it a lane begins nothing more in this turn */
  laneMs: number;
}
const usualLimits: SweepLimits = { answerMs: 10 * secondMs, laneMs: 20 * secondMs };

type Due = Awaited<ReturnType<typeof selectDue>>[number];

/** What deadlines do. Every process may run it: the row decides who comes first, and the second finds it done. */
export async function sweepOrders(services: Services, limits = usualLimits): Promise<number> {
  const counts = await Promise.all(dueLanes.map((lane) => sweepLane(services, lane, limits)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Each platform has its own lane, and so has what needs none: who is silent holds up nobody else. */
async function sweepLane(services: Services, lane: DueLane, limits: SweepLimits): Promise<number> {
  const due = await selectDue(services.db.read, services.clock.now(), lane, perTurn);
  const queue = due.values();
  const overAt = performance.now() + limits.laneMs;
  const work = async () => {
    for (const order of queue) {
      await endWait(services, order, limits).catch(async (error: unknown) => {
        services.log.error({ err: error, orderId: order.id }, 'order deadline');
        await postpone(services, order);
      });
      if (performance.now() > overAt) return;
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, due.length) }, work));
  return due.length;
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function endWait(services: Services, order: Due, { answerMs }: SweepLimits): Promise<void> {
  if (order.state === 'created' && order.paymentId) {
    // asks the platform first: who paid in the last second gets what was paid for
    await within(answerMs, endPayment(services, order.tenantId, order.paymentId));
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
    await closeOrder(tx, services, order);
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
  const running = new Map<DueLane, Promise<unknown>>();
  const timer = setInterval(() => {
    for (const lane of dueLanes) {
      if (running.has(lane)) continue;
      const turn = sweepLane(services, lane, usualLimits)
        .catch((error: unknown) => services.log.error({ err: error, lane }, 'order deadlines'))
        .finally(() => running.delete(lane));
      running.set(lane, turn);
    }
  }, everyMs);
  return async () => {
    clearInterval(timer);
    await Promise.all(running.values());
  };
}
