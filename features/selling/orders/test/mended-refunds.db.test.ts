import { describe, expect, it } from 'vitest';
import {
  clearing,
  lockAccounts,
  platformFee,
  prove,
  readBalances,
} from '#features/money/ledger/server/public.ts';
import { feeParts } from '#features/money/wallet/server/public.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { soon, waitNoLonger } from '#kit/server/testing/patience.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { ordersContract as calls } from '../contract.ts';
import { lockOrder } from '../server/order-queries.ts';
import { sweepOrders } from '../server/sweep-orders.ts';
import { openArcade, tenantId } from './arcade.ts';
import { beforeRefunds } from './before-refunds.ts';

const arcade = staged(openArcade, (it) => it.close());
const { wechat, delivered, undelivered, spendAll } = beforeRefunds(() => arcade);

describe('a refund that WeChat mends after it had failed', () => {
  /** What WeChat writes when somebody has sent it again by hand. */
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
  /** the order's own checks, and those of the refunds at features/money/payments */
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

  it('while it is asked for again waits for the answer to that', async () => {
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

  it('waits for the transaction that has the order, and holds nothing meanwhile that they may want', async () => {
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
