import { describe, expect, it } from 'vitest';
import { partnersContract } from '#features/base/partners/contract.ts';
import { prove } from '#features/money/ledger/server/public.ts';
import { preparePayment } from '#features/money/payments/server/public.ts';
import { walletContract } from '#features/money/wallet/contract.ts';
import { feeLadder, feeParts } from '#features/money/wallet/server/public.ts';
import { handOverNow } from '#features/money/wallet/test/purse.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { ordersContract as calls } from '../contract.ts';
import { manualMs } from '../rules/deadlines.ts';
import { settle } from '../server/delivering/settle-order.ts';
import { lockOrder } from '../server/order-queries.ts';
import type { OrderRow } from '../server/order-types.ts';
import { registerFulfilment } from '../server/registry.ts';
import { sweepOrders } from '../server/sweep-orders.ts';
import { automaticSite, openArcade, tenantId } from './arcade.ts';
import { beforeRefunds } from './before-refunds.ts';

const arcade = staged(openArcade, (it) => it.close());
const { wechat, delivered, undelivered, spendAll, sell } = beforeRefunds(() => arcade);

it('a refund of an undelivered order that the platform refuses is tried again every day', async () => {
  const number = await undelivered('CLOSED');
  await arcade.settleRefunds();
  wechat().endRefundsAs('SUCCESS');
  expect(await arcade.order(number)).toMatchObject({ state: 'paid', fault: 'refundFailed' });
  expect(await arcade.broken()).toEqual([]);
  arcade.server.clock.forward(dayMs + minuteMs);
  await sweepOrders(arcade.server.services);
  await arcade.settleRefunds();
  expect(await arcade.order(number)).toMatchObject({ state: 'refunded', faultState: 'resolved' });
  expect(await arcade.broken()).toEqual([]);
});

describe('a refund that the platform has refused three times', () => {
  /** An order of 10 yuan for which the machine gave nothing, and the platform returns nothing. */
  async function refusedForGood(): Promise<OrderRow> {
    const number = await undelivered('CLOSED');
    await daysPass();
    wechat().endRefundsAs('SUCCESS');
    return arcade.order(number);
  }
  async function daysPass(): Promise<void> {
    for (let day = 0; day < 5; day++) {
      await arcade.settleRefunds();
      arcade.server.clock.forward(dayMs + minuteMs);
      await sweepOrders(arcade.server.services);
    }
  }
  const decide = async ({ id }: OrderRow, way: 'cash' | 'confirm') =>
    (await arcade.staff()).call(calls.resolveFault, { id, way, reason: 'the account was closed' });
  const spentIn = async (order: OrderRow) => {
    const rows = await arcade.server.services.db.raw<{ amount: number }[]>`
      select amount_fen::int as amount from cash_taking where order_id = ${order.id}`;
    return rows.map(({ amount }) => amount);
  };
  const feeOf = async (amountFen: number) =>
    feeParts(amountFen, await feeLadder(arcade.server.services.db.read, tenantId, 'wechat')).totalFen;
  const allBroken = async () => {
    const { db, booksChecks } = arcade.server.services;
    const { checks } = await prove(db, arcade.server.clock.now(), booksChecks);
    return checks.filter(({ holds }) => !holds).map(({ name, examples }) => `${name}: ${examples}`);
  };

  it('waits for a person, who is told and may have it asked for again', async () => {
    const order = await refusedForGood();
    expect(order).toMatchObject({
      state: 'paid',
      fault: 'refundFailed',
      faultState: 'unsolved',
      deadlineAt: null,
    });
    expect((await arcade.refundsOf(order)).map(({ state }) => state)).toEqual(['failed', 'failed', 'failed']);
    const told = await arcade.server.services.db.raw`
      select 1 from system_message where body_en like ${`%${order.number}%refused its refund 3 times%`}`;
    expect(told).toHaveLength(1);
    await (await arcade.staff()).call(calls.retryRefund, { orderNumber: order.number });
    await arcade.settleRefunds();
    expect(await arcade.order(order.number)).toMatchObject({ state: 'refunded', faultState: 'resolved' });
    expect(await arcade.broken()).toEqual([]);
  });

  it('can be given back in cash, once: the till has less, and the merchant what the platform keeps', async () => {
    const order = await refusedForGood();
    const page = await (await arcade.staff()).call(calls.readOrder, { orderNumber: order.number });
    expect(page).toMatchObject({ dueBack: 1000, can: { cash: true, confirm: true, refund: true } });
    await sell({ payWay: 'counter', amount: 2000 });
    const [cash, available] = [await arcade.wallet('cash'), await arcade.wallet('available')];
    const tries = await Promise.allSettled(Array.from({ length: 10 }, () => decide(order, 'cash')));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await arcade.order(order.number)).toMatchObject({
      state: 'refunded',
      refundedAmount: 1000,
      faultState: 'resolved',
    });
    expect(await arcade.wallet('cash')).toBe(cash - 1000);
    expect(await arcade.wallet('available')).toBe(available + 1000 - (await feeOf(1000)));
    // out of the hands of the person who gave it
    expect(await spentIn(order)).toEqual([-1000]);
    const detail = await (await arcade.staff()).call(calls.readOrder, { orderNumber: order.number });
    expect(detail.timeline.map(({ text }) => text)).toContain('Given back in cash: the account was closed');
    expect(detail.can).toEqual({
      refund: false,
      redispense: false,
      confirm: false,
      cash: false,
      note: false,
    });
    await daysPass();
    expect(await arcade.wallet('cash')).toBe(cash - 1000);
    expect(await allBroken()).toEqual([]);
  });

  it('can not be given back in cash that is not there, and nothing changes', async () => {
    const order = await refusedForGood();
    await spendAll(999, 'cash');
    await expect(decide(order, 'cash')).rejects.toMatchObject({
      status: 400,
      message: 'Cash takings too low for this refund',
    });
    expect(await arcade.order(order.number)).toEqual(order);
    expect(await arcade.wallet('cash')).toBe(999);
    await sell({ payWay: 'counter', amount: 4001 });
    await decide(order, 'cash');
    expect(await arcade.wallet('cash')).toBe(4000);
    expect(await arcade.broken()).toEqual([]);
  });

  it('can be given back in cash though it was delivered: the merchant keeps what was earned, and its fee', async () => {
    const number = await delivered();
    wechat().endRefundsAs('ABNORMAL');
    const staff = await arcade.staff();
    await staff.call(calls.refundByNumber, { orderNumber: number, amount: 3000, reason: 'complaint' });
    await arcade.settleRefunds();
    wechat().endRefundsAs('SUCCESS');
    await sell({ payWay: 'counter', amount: 3000 });
    const [cash, available] = [await arcade.wallet('cash'), await arcade.wallet('available')];
    await decide(await arcade.order(number), 'cash');
    expect(await arcade.order(number)).toMatchObject({
      state: 'fulfilled',
      refundedAmount: 3000,
      faultState: 'resolved',
    });
    expect(await arcade.wallet('cash')).toBe(cash - 3000);
    expect(await arcade.wallet('available')).toBe(available);
    expect(await allBroken()).toEqual([]);
  });

  it('can be given up knowingly: it is earned, and a player who bought coins has them', async () => {
    const available = await arcade.wallet('available');
    await decide(await refusedForGood(), 'confirm');
    const earned = 1000 - (await feeOf(1000));
    expect(await arcade.wallet('available')).toBe(available + earned);
    const order = await paidTooLate({ name: 'coins', plan: { coins: 50 } });
    await daysPass();
    wechat().endRefundsAs('SUCCESS');
    const coins = await arcade.owned('coin');
    await decide(order, 'confirm');
    expect(await arcade.owned('coin')).toBe(coins + 50);
    const staff = await arcade.staff();
    await staff.call(calls.refundByNumber, { orderNumber: order.number, reason: 'after all' });
    await arcade.settleRefunds();
    expect(await arcade.order(order.number)).toMatchObject({ state: 'refunded' });
    expect(await arcade.owned('coin')).toBe(coins);
    expect(await allBroken()).toEqual([]);
  });

  /** The order was closed, and then the money came; the platform refuses to take it back. */
  async function paidTooLate(fulfilment: OrderRow['fulfilment']): Promise<OrderRow> {
    const { id, number, paymentId } = await sell({ payWay: 'wechat', amount: 1000, fulfilment });
    const { services } = arcade.server;
    await preparePayment(services, tenantId, paymentId as string);
    const { raw } = services.db;
    await raw`update payment set state = 'closed', closed_at = now(), next_try_at = null where id = ${paymentId}`;
    await raw`update orders set state = 'closed', deadline_at = null where id = ${id}`;
    wechat().endRefundsAs('CLOSED');
    await arcade.pay(number);
    return arcade.order(number);
  }

  it('keeps a franchisee from leaving until somebody has ended it', async () => {
    const owner = await arcade.staff();
    const { id } = await owner.call(partnersContract.saveFranchisee, {
      account: 'refused',
      name: '被拒的加盟商',
      password: arcade.server.encrypt('Start1234'),
      siteIds: [automaticSite],
    });
    await owner.call(walletContract.settleSite, { fieldId: automaticSite, walletId: id });
    const order = await refusedForGood();
    expect(order.walletId).toBe(id);
    const handOver = async () =>
      handOverNow(arcade.server.services, await arcade.staff(), { walletId: id, toWalletId: tenantId });
    const leave = async () =>
      refusalOf((await arcade.staff()).call(partnersContract.removeFranchisees, { ids: [id] }));
    await handOver();
    expect(await leave()).toBe('orders:error.franchiseeOrders');
    await decide(order, 'confirm');
    await handOver();
    expect(await leave()).toBe('done');
    expect(await allBroken()).toEqual([]);
  });
});

it('what is delivered in part waits for staff as long as elsewhere, then the rest goes back; the proof finds what waits for nobody', async () => {
  const { services, clock } = arcade.server;
  registerFulfilment(services, 'parts', { start: async () => 'waiting' });
  const { id, number } = await sell({
    payWay: 'counter',
    amount: 1000,
    fulfilment: { name: 'parts', plan: {} },
  });
  await services.db.transaction(async (tx) =>
    settle(tx, services, await lockOrder(tx, tenantId, id), 500, {}),
  );
  const { deadlineAt } = await arcade.order(number);
  expect(await arcade.broken()).toEqual([]);
  await services.db.raw`update orders set deadline_at = null where id = ${id}`;
  expect(await arcade.broken()).toEqual([
    `ordersComeToAnEnd: ${number} partlyFulfilled owes 500 and waits for nobody`,
  ]);
  await services.db
    .raw`update orders set deadline_at = ${(deadlineAt as Date).toISOString()} where id = ${id}`;
  clock.forward(manualMs - minuteMs);
  await sweepOrders(services);
  expect(await arcade.order(number)).toMatchObject({ state: 'partlyFulfilled', refundedAmount: 0 });
  clock.forward(2 * minuteMs);
  await sweepOrders(services);
  expect(await arcade.order(number)).toMatchObject({
    state: 'partlyFulfilled',
    refundedAmount: 500,
    deadlineAt: null,
  });
  expect(await arcade.broken()).toEqual([]);
});
