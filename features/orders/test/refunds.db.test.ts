import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { accountsContract } from '#features/accounts/contract.ts';
import { lockAccounts, postTransfers, prove, readBalances } from '#features/ledger/server/public.ts';
import { findPayments, preparePayment } from '#features/payments/server/public.ts';
import { walletContract } from '#features/wallet/contract.ts';
import {
  clearing,
  type FeeStep,
  feeLadder,
  feeParts,
  platformFee,
  walletAccount,
} from '#features/wallet/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { soon, waitNoLonger } from '#kit/server/testing/patience.ts';
import { refusalOf } from '#kit/server/testing/refusal.ts';
import { ordersContract as calls } from '../contract.ts';
import { createOrder, type NewOrder } from '../server/create-order.ts';
import { manualMs } from '../server/deadlines.ts';
import { lockOrder } from '../server/order-queries.ts';
import type { OrderRow } from '../server/order-types.ts';
import { refundOrder } from '../server/refund-order.ts';
import { onOrders, registerFulfilment } from '../server/registry.ts';
import { settle } from '../server/settle-order.ts';
import { sweepOrders } from '../server/sweep-orders.ts';
import { type Arcade, automaticSite, openArcade, playerId, tenantId } from './arcade.ts';

let arcade: Arcade;
beforeAll(async () => {
  arcade = await openArcade();
});
afterAll(() => arcade.close());

const wechat = () => {
  const simulator = arcade.server.services.demoPay.wechat;
  if (!simulator) throw new Error('no simulated WeChat');
  return simulator.control;
};

/** An order of coins that nobody has paid yet, and the machine that shall give them. */
async function ordered(amountFen = 1000) {
  const machine = await arcade.machine({ type: 'exchange' });
  const { orderNumber } = await (await arcade.player()).call(calls.payForDevice, {
    equipmentId: machine.code,
    amountFen,
    payWay: 'wechat',
  });
  return { machine, number: orderNumber };
}

async function delivered(amountFen = 10_000) {
  const { machine, number } = await ordered(amountFen);
  await arcade.pay(number);
  await arcade.answer(machine, { state: 'done', asked: amountFen / 100, counted: amountFen / 100 });
  return number;
}

/** Paid, and the machine is empty; from now on the platform ends refunds in this way. */
async function undelivered(refundsEndAs: 'CLOSED' | 'ABNORMAL') {
  const { machine, number } = await ordered();
  await arcade.pay(number);
  wechat().endRefundsAs(refundsEndAs);
  await arcade.answer(machine, { state: 'failed', reason: 'empty', asked: 10, counted: 0 });
  return number;
}

/** Everything the wallet can spend goes elsewhere. */
async function spendAll(keepFen = 0, purpose: 'available' | 'cash' = 'available'): Promise<void> {
  const account = walletAccount(tenantId, tenantId, purpose);
  const [balance] = await readBalances(arcade.server.services.db.read, [account]);
  const amount = (balance?.available ?? 0) - keepFen;
  if (amount <= 0) return;
  await arcade.server.services.db.transaction((tx) =>
    postTransfers(tx, [
      {
        key: newId(),
        tenantId,
        kind: purpose === 'cash' ? 'handover' : 'transfer',
        legs: [
          { account, amount: -amount },
          { account: walletAccount(tenantId, newId(), purpose), amount },
        ],
      },
    ]),
  );
}

/** Without a machine; over the counter to nobody known. */
function sell(sale: Pick<NewOrder, 'payWay' | 'amount'> & Partial<Pick<NewOrder, 'fulfilment'>>) {
  const { services } = arcade.server;
  return services.db.transaction((tx) =>
    createOrder(tx, services, {
      tenantId,
      siteId: automaticSite,
      kind: 'goods',
      items: [{ name: 'thing', quantity: 1, amount: sale.amount }],
      fulfilment: { name: 'books', plan: {} },
      settlesTo: 'earnings',
      ...(sale.payWay === 'counter'
        ? { user: { id: newId(), name: 'tester' } }
        : { playerId, payer: { scene: 'page' } }),
      ...sale,
    }),
  );
}

describe('a refund of what was delivered', () => {
  it('brings the fee back with it, and parts add up to the whole', async () => {
    const number = await delivered();
    const before = await arcade.order(number);
    expect(before.feeFen).toBe(feeParts(10_000, before.feeLadder).totalFen);
    const available = await arcade.wallet('available');
    const staff = await arcade.staff();
    let refunded = 0;
    for (const amount of [3333, 1, 4999]) {
      const preview = await staff.call(calls.previewRefund, { orderNumber: number, amount });
      expect(preview).toMatchObject({ fromUndelivered: 0, fromEarnings: amount, refusal: null, shortFen: 0 });
      const back = await staff.call(calls.refundByNumber, {
        orderNumber: number,
        amount,
        reason: 'complaint',
      });
      expect(back).toMatchObject({ state: 'requested', orderState: 'refunding' });
      refunded += amount;
      await arcade.settleRefunds();
      const order = await arcade.order(number);
      expect(order).toMatchObject({ state: 'fulfilled', refundedAmount: refunded });
      expect(order.feeFen).toBe(feeParts(10_000 - refunded, order.feeLadder).totalFen);
      expect(await arcade.broken()).toEqual([]);
    }
    await staff.call(calls.refundByNumber, { orderNumber: number, reason: 'the rest' });
    await arcade.settleRefunds();
    expect(await arcade.order(number)).toMatchObject({
      state: 'refunded',
      refundedAmount: 10_000,
      feeFen: 0,
    });
    expect(await arcade.wallet('available')).toBe(available - 10_000 + before.feeFen);
    expect(await arcade.broken()).toEqual([]);
  });

  it('happens once though fifty ask at the same time', async () => {
    const number = await delivered();
    const staff = await arcade.staff();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 50 }, () =>
        staff.call(calls.refundByNumber, { orderNumber: number, reason: 'complaint' }),
      ),
    );
    const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.message] : []));
    expect(refusals).toHaveLength(49);
    for (const message of refusals)
      expect([
        'A refund is under way. Wait until it has ended',
        'Everything has been refunded already',
      ]).toContain(message);
    await arcade.settleRefunds();
    const order = await arcade.order(number);
    expect(order).toMatchObject({ state: 'refunded', refundedAmount: 10_000 });
    expect(await arcade.refundsOf(order)).toHaveLength(1);
    expect(await arcade.broken()).toEqual([]);
  });

  it('happens once when the wire says it twice with nothing but what it names, in whole and in part', async () => {
    const path = calls.refundByNumber.path;
    const { access_token } = await arcade.server.login('merchant');
    const say = async (query: string) => {
      const answer = await arcade.server.app.inject({
        url: `${path}?${query}`,
        headers: { 'blade-auth': `bearer ${access_token}` },
      });
      return { status: answer.statusCode, ...answer.json<{ data: { refundId: string } }>().data };
    };
    const part = `orderNumber=${await delivered()}&amount=2500`;
    const whole = `orderNumber=${await delivered()}`;
    for (const [wish, amount] of [
      [part, 2500],
      [whole, 10_000],
    ] as const) {
      const { clock } = arcade.server;
      const at = clock.now();
      const first = await say(wish);
      expect(first).toMatchObject({ status: 200, amount });
      await arcade.settleRefunds();
      // a moment later, however long that took
      const goOn = clock.hold(at);
      expect(await say(wish)).toEqual(first);
      goOn();
      const order = await arcade.order(wish.match(/\d+/)![0]);
      expect(order.refundedAmount).toBe(amount);
      expect(await arcade.refundsOf(order)).toHaveLength(1);
    }
    expect(await arcade.broken()).toEqual([]);
  });

  it('is refused clearly when the balance is too low, and changes nothing', async () => {
    const number = await delivered();
    await spendAll(500);
    const staff = await arcade.staff();
    const preview = await staff.call(calls.previewRefund, { orderNumber: number });
    expect(preview.shortFen).toBeGreaterThan(0);
    const before = await arcade.order(number);
    await expect(
      staff.call(calls.refundByNumber, { orderNumber: number, reason: 'complaint' }),
    ).rejects.toMatchObject({ status: 400, message: 'Balance too low, top up first' });
    expect(await arcade.order(number)).toEqual(before);
    expect(await arcade.refundsOf(before)).toEqual([]);
    expect(await arcade.broken()).toEqual([]);
  });

  it('is borne by the platform where an agent has spent its part of the fee', async () => {
    const number = await delivered();
    const order = await arcade.order(number);
    const agent = newId();
    // an agent in between, as if the rates had been so when the order was settled
    const ladder: FeeStep[] = [
      { tenantId: '000000', walletId: null, basisPoints: 40 },
      { tenantId: '100001', walletId: agent, basisPoints: 60 },
    ];
    await arcade.server.services.db.raw`
      update orders set fee_ladder = ${JSON.stringify(ladder)}::text::jsonb where id = ${order.id}`;
    const [before] = await readBalances(arcade.server.services.db.read, [platformFee]);
    await arcade.server.services.db.transaction((tx) =>
      refundOrder(tx, arcade.server.services, order, { reason: 'complaint', automatic: false }),
    );
    const [after] = await readBalances(arcade.server.services.db.read, [platformFee]);
    expect((before?.balance ?? 0) - (after?.balance ?? 0)).toBe(60);
    await arcade.settleRefunds();
    expect(await arcade.broken()).toEqual([]);
  });

  it('asks those who had a share first, and tells them when it failed', async () => {
    const heard: string[] = [];
    onOrders(arcade.server.services, {
      refunding: async (_tx, order, refund) => {
        heard.push(`${order.number} gives back ${refund.amountFen}, keeps ${refund.keptAfterFen}`);
      },
      refundFailed: async (_tx, order, refund) => {
        heard.push(`${order.number} keeps ${refund.keptAfterFen} again`);
      },
    });
    const number = await delivered();
    const staff = await arcade.staff();
    const before = await arcade.order(number);
    const available = await arcade.wallet('available');
    wechat().endRefundsAs('CLOSED');
    await staff.call(calls.refundByNumber, { orderNumber: number, amount: 4000, reason: 'complaint' });
    await arcade.settleRefunds();
    wechat().endRefundsAs('SUCCESS');
    const failed = await arcade.order(number);
    expect(failed).toMatchObject({
      state: 'fulfilled',
      refundedAmount: 0,
      feeFen: before.feeFen,
      fault: 'refundFailed',
      faultState: 'unsolved',
    });
    expect(await arcade.wallet('available')).toBe(available);
    expect(heard).toEqual([`${number} gives back 4000, keeps 6000`, `${number} keeps 10000 again`]);
    expect(await arcade.broken()).toEqual([]);
    const again = await staff.call(calls.retryRefund, { orderNumber: number });
    expect(again.amount).toBe(4000);
    await arcade.settleRefunds();
    expect(await arcade.order(number)).toMatchObject({ state: 'fulfilled', refundedAmount: 4000 });
    expect(await arcade.broken()).toEqual([]);
  });
});

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
    // out of the hands of whoever gave it
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
    const { id } = await owner.call(accountsContract.saveFranchisee, {
      account: 'refused',
      name: '被拒的加盟商',
      password: arcade.server.encrypt('Start1234'),
      siteIds: [automaticSite],
    });
    await owner.call(walletContract.settleSite, { fieldId: automaticSite, walletId: id });
    const order = await refusedForGood();
    expect(order.walletId).toBe(id);
    const handOver = async () =>
      (await arcade.staff()).call(walletContract.handOverWallet, {
        walletId: id,
        toWalletId: tenantId,
        requestId: newId(),
      });
    const leave = async () =>
      refusalOf((await arcade.staff()).call(accountsContract.removeFranchisees, { ids: [id] }));
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

describe('a refund that WeChat mends after it had failed', () => {
  /** What WeChat writes when somebody has sent it anew by hand. */
  async function mend(number: string, refundId: string | null | undefined, amount: number): Promise<void> {
    const order = await arcade.order(number);
    const { headers, body } = wechat().notice({
      eventType: 'REFUND.SUCCESS',
      summary: '退款成功',
      originalType: 'refund',
      plain: {
        mchid: arcade.server.services.channels.wechat?.merchantId,
        out_trade_no: order.paymentId?.replaceAll('-', ''),
        out_refund_no: refundId?.replaceAll('-', ''),
        refund_status: 'SUCCESS',
        amount: { total: order.amount, refund: amount },
      },
    });
    const answer = await arcade.server.app.inject({
      method: 'POST',
      url: '/api/pay/notify/wechat',
      headers: { ...headers },
      payload: body,
    });
    expect(answer.statusCode).toBe(200);
  }
  /** the order's own checks, and those of the refunds at features/payments */
  async function broken(): Promise<string[]> {
    const { db, booksChecks } = arcade.server.services;
    const names = ['refundsBooked', 'refundsWithinPayments'];
    const checks = booksChecks.filter(({ name }) => names.includes(name));
    const proof = await prove(db, arcade.server.clock.now(), checks);
    const wrong = proof.checks
      .filter(({ holds }) => !holds)
      .map(({ name, examples }) => `${name}: ${examples}`);
    return [...wrong, ...(await arcade.broken())];
  }
  const platforms = async () =>
    (await readBalances(arcade.server.services.db.read, [platformFee]))[0]?.balance ?? 0;
  const failedOf = async (number: string) =>
    (await arcade.refundsOf(await arcade.order(number))).find(({ state }) => state === 'failed');

  async function refusedRefund(number: string, amount: number) {
    wechat().endRefundsAs('ABNORMAL');
    await (await arcade.staff()).call(calls.refundByNumber, {
      orderNumber: number,
      amount,
      reason: 'complaint',
    });
    await arcade.settleRefunds();
    wechat().endRefundsAs('SUCCESS');
    return (await failedOf(number))?.paymentRefundId;
  }

  it('reaches the order: it is refunded once, and not asked for again', async () => {
    const number = await delivered();
    const before = await arcade.order(number);
    const [available, earned] = [await arcade.wallet('available'), await platforms()];
    const id = await refusedRefund(number, 4000);
    expect(await arcade.order(number)).toMatchObject({ refundedAmount: 0, fault: 'refundFailed' });
    for (let time = 0; time < 3; time++) await mend(number, id, 4000);
    const after = await arcade.order(number);
    expect(after).toMatchObject({ state: 'fulfilled', refundedAmount: 4000, faultState: 'resolved' });
    expect(after.feeFen).toBe(feeParts(6000, after.feeLadder).totalFen);
    const feeBack = before.feeFen - after.feeFen;
    expect(await arcade.wallet('available')).toBe(available - 4000 + feeBack);
    // the platform gave back its part of the fee and bore nothing
    expect(await platforms()).toBeGreaterThanOrEqual(earned - feeBack);
    const staff = await arcade.staff();
    await expect(
      staff.call(calls.refundByNumber, { orderNumber: number, amount: 6001, reason: 'more' }),
    ).rejects.toMatchObject({ status: 409 });
    await staff.call(calls.refundByNumber, { orderNumber: number, reason: 'the rest' });
    await arcade.settleRefunds();
    expect(await arcade.order(number)).toMatchObject({ state: 'refunded', refundedAmount: 10_000 });
    expect(await broken()).toEqual([]);
  });

  it('ends the daily tries of an order that was never delivered', async () => {
    const number = await undelivered('ABNORMAL');
    await arcade.settleRefunds();
    wechat().endRefundsAs('SUCCESS');
    await mend(number, (await failedOf(number))?.paymentRefundId, 1000);
    arcade.server.clock.forward(dayMs + minuteMs);
    await sweepOrders(arcade.server.services);
    const order = await arcade.order(number);
    expect(order).toMatchObject({ state: 'refunded', refundedAmount: 1000, deadlineAt: null });
    expect((await arcade.refundsOf(order)).map(({ state }) => state).toSorted()).toEqual(['done', 'failed']);
    expect(await broken()).toEqual([]);
  });

  it('while it is asked for anew waits for the answer to that', async () => {
    const number = await delivered();
    const id = await refusedRefund(number, 10_000);
    wechat().outage(true);
    await (await arcade.staff()).call(calls.retryRefund, { orderNumber: number });
    await mend(number, id, 10_000);
    expect(await arcade.order(number)).toMatchObject({ state: 'refunding', refundedAmount: 10_000 });
    wechat().outage(false);
    wechat().endRefundsAs('CLOSED');
    await arcade.settleRefunds();
    wechat().endRefundsAs('SUCCESS');
    const order = await arcade.order(number);
    expect(order).toMatchObject({ state: 'refunded', refundedAmount: 10_000, faultState: 'resolved' });
    expect((await arcade.refundsOf(order)).filter(({ state }) => state === 'done')).toHaveLength(1);
    expect(await broken()).toEqual([]);
  });

  it('waits for whoever has the order, and holds nothing meanwhile that they may want', async () => {
    const { db } = arcade.server.services;
    const number = await delivered();
    const id = await refusedRefund(number, 4000);
    const order = await arcade.order(number);
    const waiting = async () => (await db.raw`select 1 from pg_locks where not granted`).length;
    let mended: Promise<void> | undefined;
    await db.transaction(async (tx) => {
      await lockOrder(tx, tenantId, order.id);
      mended = mend(number, id, 4000);
      await expect.poll(waiting, soon).toBeGreaterThan(0);
      await waitNoLonger(tx);
      const accounts = [platformFee, clearing('wechat')];
      await lockAccounts(
        tx,
        accounts.map((account) => ({ account, spread: order.id })),
      );
    });
    await mended;
    expect(await arcade.order(number)).toMatchObject({ refundedAmount: 4000, faultState: 'resolved' });
    expect(await broken()).toEqual([]);
  });

  it('is borne by the platform as far as the wallet is empty, and the platform is told', async () => {
    const number = await delivered();
    const id = await refusedRefund(number, 4000);
    await spendAll(1000);
    const earned = await platforms();
    await mend(number, id, 4000);
    const order = await arcade.order(number);
    expect(order).toMatchObject({ state: 'fulfilled', refundedAmount: 4000 });
    expect(await arcade.wallet('available')).toBe(0);
    // … all but the 1000 that were left and the fee that came back
    expect(earned - (await platforms())).toBeGreaterThan(2900);
    const told = await arcade.server.services.db.raw`
      select 1 from system_message where body_en like ${`%${id?.replaceAll('-', '')}%`}`;
    expect(told).toHaveLength(1);
    expect(await broken()).toEqual([]);
  });
});

it('money that comes for a closed order goes back at once', async () => {
  const { machine, number } = await ordered();
  const order = await arcade.order(number);
  const { raw } = arcade.server.services.db;
  // the platform said that nobody had paid, and was wrong
  await raw`update payment set state = 'closed', closed_at = now(), next_try_at = null where id = ${order.paymentId}`;
  await raw`update orders set state = 'closed', deadline_at = null where id = ${order.id}`;
  await arcade.pay(number);
  await arcade.settleRefunds();
  const events = await raw`select event from order_event where order_id = ${order.id} order by place`;
  expect(events.map(({ event }) => event)).toEqual(['create', 'payLate', 'refund', 'returned']);
  expect(machine.heard('command')).toEqual([]);
  expect(await arcade.broken()).toEqual([]);
});

it('a payment told fifty times at once, and fifteen times more, moves the machine once', async () => {
  const { machine, number } = await ordered();
  const order = await arcade.order(number);
  const [payment] = await findPayments(arcade.server.services.db.read, tenantId, {
    kind: 'order',
    id: order.id,
  });
  wechat().loseNotices(1);
  await arcade.pay(number);
  const send = () => {
    const { headers, body } = wechat().paymentNotice(payment?.outTradeNo as string);
    return arcade.server.app.inject({
      method: 'POST',
      url: '/api/pay/notify/wechat',
      headers: { ...headers },
      payload: body,
    });
  };
  await Promise.all(Array.from({ length: 50 }, send));
  for (let time = 0; time < 15; time++) await send();
  await expect.poll(() => machine.heard('command').length, soon).toBeGreaterThan(0);
  expect(machine.heard('command')).toHaveLength(1);
  expect(await arcade.order(number)).toMatchObject({ state: 'fulfilling', attempts: 1 });
  expect(await arcade.broken()).toEqual([]);
});
