import { afterAll, beforeAll, expect, it } from 'vitest';
import { paymentsContract } from '#features/payments/contract.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { PayChannel } from '#providers/pay-channel.ts';
import { ordersContract as calls } from '../contract.ts';
import { sweepOrders } from '../server/sweep-orders.ts';
import { type Arcade, openArcade } from './arcade.ts';

let arcade: Arcade;
beforeAll(async () => {
  arcade = await openArcade();
});
afterAll(() => arcade.close());

it('an order whose payment is reported with another amount is closed by its deadline, and the platform reads its number', async () => {
  const { services, clock } = arcade.server;
  const machine = await arcade.machine({ type: 'exchange' });
  const bought = await (await arcade.player()).call(calls.payForDevice, {
    equipmentId: machine.code,
    amountFen: 500,
    payWay: 'wechat',
  });
  services.demoPay.wechat?.control.loseNotices(100);
  const channel = services.channels.wechat as PayChannel;
  const query = channel.query.bind(channel);
  channel.query = async (...args: Parameters<PayChannel['query']>) => ({
    ...(await query(...args)),
    amountFen: 5,
  });
  const pending = await arcade.wallet('pending');
  await arcade.pay(bought.orderNumber);
  clock.forward(16 * minuteMs);
  await sweepOrders(services);
  expect(await arcade.order(bought.orderNumber)).toMatchObject({
    state: 'closed',
    paidAmount: 0,
    deadlineAt: null,
  });
  expect(machine.heard('command')).toEqual([]);
  expect(await arcade.wallet('pending')).toBe(pending);
  const admin = arcade.server.withToken((await arcade.server.login('admin')).access_token);
  const { records } = await admin.call(paymentsContract.listDisputes, {});
  expect(records).toMatchObject([
    { orderNumber: bought.orderNumber, askedFen: 500, reportedFen: 5, paymentState: 'closed', state: 'open' },
  ]);
  expect(await arcade.broken()).toEqual([]);
});
