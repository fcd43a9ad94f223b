import { endPayment } from '#features/money/payments/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { hourMs } from '#kit/kernel/time.ts';
import type { Handler } from '#kit/server/context.ts';
import type { ordersContract } from '../../contract.ts';
import { orderBefore } from '../making/order-besides.ts';
import { scannedDevice } from '../making/sell.ts';
import { findOrder, latestOwnOrder } from '../order-queries.ts';
import { ownScope } from '../reading/order-records.ts';
import { payersOrder } from '../reading/read-handlers.ts';
import { answerOf } from './payer.ts';

/** Paid meanwhile in another tab, the answer says so and there is nothing to pay. */
export const continuePayment: Handler<typeof ordersContract.continuePayment> = async (context, input) => {
  const order = await payersOrder(context, input.orderNumber);
  return answerOf(context.services, order);
};

export const cancelOrder: Handler<typeof ordersContract.cancelOrder> = async (context, input) => {
  const order = await payersOrder(context, input.orderNumber);
  if (order.state === 'created' && order.paymentId)
    await endPayment(context.services, order.tenantId, order.paymentId);
  const ended = await findOrder(context.db.read, ownScope(order), order.id);
  if (!ended) throw missing();
  return { state: ended.state };
};

export const findOpenOrder: Handler<typeof ordersContract.findOpenOrder> = async (context, input) => {
  const { scope } = context.session;
  const reader = context.db.read;
  const found = input.equipmentId
    ? await orderBefore(reader, scope, await scannedDevice(reader, input.equipmentId))
    : await latestOwnOrder(reader, scope, {
        endedSince: new Date(context.clock.now().getTime() - hourMs),
      });
  return { orderNumber: found?.number ?? null };
};
