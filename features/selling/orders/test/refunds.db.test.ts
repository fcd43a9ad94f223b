import { describe, expect, it } from 'vitest';
import { platformFee, readBalances } from '#features/money/ledger/server/public.ts';
import { findPayments } from '#features/money/payments/server/public.ts';
import { type FeeStep, feeParts } from '#features/money/wallet/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { ordersContract as calls } from '../contract.ts';
import { refundOrder } from '../server/refunding/refund-order.ts';
import { onOrders } from '../server/registry.ts';
import { openArcade, tenantId } from './arcade.ts';
import { beforeRefunds } from './before-refunds.ts';

const arcade = staged(openArcade, (it) => it.close());
const { wechat, ordered, delivered, spendAll } = beforeRefunds(() => arcade);

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
