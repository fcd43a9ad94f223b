import { afterAll, beforeAll, expect, it } from 'vitest';
import { issuePlayerToken, rememberPlayer } from '#features/base/players/server/public.ts';
import { paymentsContract } from '#features/money/payments/contract.ts';
import type { Client } from '#kit/contract/client.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import { ChannelUnavailable, type PayChannel } from '#providers/pay-channel.ts';
import { ordersContract as calls } from '../contract.ts';
import { sweepOrders } from '../server/sweep-orders.ts';
import { type Arcade, openArcade } from './arcade.ts';

let arcade: Arcade;
beforeAll(async () => {
  // the turns of the sweep are the test's own
  arcade = await openArcade({}, { still: true });
});
afterAll(() => arcade.close());

it('a platform that is silent holds up neither the other one nor what needs none', async () => {
  const { services, clock } = arcade.server;
  const buy = async (payWay: 'wechat' | 'alipay', player: Client) => {
    const machine = await arcade.machine({ type: 'exchange' });
    const wish = { equipmentId: machine.code, amountFen: 500, payWay };
    return { machine, number: (await player.call(calls.payForDevice, wish)).orderNumber };
  };
  // a player has one unpaid order at a shop
  const guest = async (openId: string) => {
    const player = await services.db.transaction((tx) =>
      rememberPlayer(tx, { platform: 'alipay', appId: 'silent', openId, name: openId }),
    );
    return arcade.server.withToken(await issuePlayerToken(services, player));
  };
  const silent = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => buy('alipay', await guest(`guest ${index}`))),
  );
  const answered = await buy('wechat', await arcade.player('张伟'));
  const moving = await buy('wechat', await arcade.player());
  await arcade.pay(moving.number);
  const channel = services.channels.alipay as PayChannel;
  const query = channel.query;
  const asked: string[] = [];
  const leave: (() => void)[] = [];
  channel.query = (outTradeNo) => {
    asked.push(outTradeNo);
    return new Promise((_, reject) => leave.push(() => reject(new ChannelUnavailable('no answer'))));
  };
  clock.forward(31 * minuteMs);
  // it comes back although nobody ever answers; the platform that answers has time to, on a busy machine too
  await sweepOrders(services, { answerMs: 4000, laneMs: 60_000 });
  channel.query = query;
  for (const go of leave) go();
  expect(await arcade.order(answered.number)).toMatchObject({ state: 'closed' });
  expect(await arcade.order(moving.number)).toMatchObject({ fault: 'noAnswer' });
  for (const { number } of silent) {
    const order = await arcade.order(number);
    expect(order).toMatchObject({ state: 'created' });
    // looked at again in a while
    expect(order.deadlineAt?.getTime()).toBeGreaterThan(clock.now().getTime());
  }
  expect(new Set(asked).size).toBe(silent.length);
  clock.forward(2 * minuteMs);
  await sweepOrders(services);
  for (const { number } of silent) expect(await arcade.order(number)).toMatchObject({ state: 'closed' });
  expect(await arcade.broken()).toEqual([]);
});

it('an order whose payment is reported with another amount is closed by its deadline, and the platform reads its number', async () => {
  const { services, clock } = arcade.server;
  const machine = await arcade.machine({ type: 'exchange' });
  const bought = await (await arcade.player()).call(calls.payForDevice, {
    equipmentId: machine.code,
    amountFen: 500,
    payWay: 'wechat',
  });
  services.demoPay.wechat?.control.loseNotices(1);
  const channel = services.channels.wechat as PayChannel;
  const { query } = channel;
  channel.query = async (...args) => ({ ...(await query.apply(channel, args)), amountFen: 5 });
  const pending = await arcade.wallet('pending');
  await arcade.pay(bought.orderNumber);
  clock.forward(16 * minuteMs);
  await sweepOrders(services);
  channel.query = query;
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

it('an order is served that was paid in the last moment and the notice got lost', async () => {
  const { services, clock } = arcade.server;
  const machine = await arcade.machine({ type: 'exchange' });
  const bought = await (await arcade.player()).call(calls.payForDevice, {
    equipmentId: machine.code,
    amountFen: 1000,
    payWay: 'wechat',
  });
  services.demoPay.wechat?.control.loseNotices(1);
  await arcade.pay(bought.orderNumber);
  clock.forward(16 * minuteMs);
  await arcade.machineBack(machine);
  await sweepOrders(services);
  const order = await arcade.order(bought.orderNumber);
  expect(order.paidAmount).toBe(1000);
  expect(order.state).toBe('fulfilling');
  await arcade.answer(machine, { state: 'done', asked: 10, counted: 10 });
  expect(await arcade.order(bought.orderNumber)).toMatchObject({ state: 'fulfilled' });
  expect(await arcade.broken()).toEqual([]);
});
