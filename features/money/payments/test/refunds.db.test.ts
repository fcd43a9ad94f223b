import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { platformFee, readBalances } from '#features/money/ledger/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs, hourMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { paymentRefunds } from '../tables.ts';
import { openShop, type Shop, tenantId } from './shop.ts';

let shop: Shop;
let refundingBefore = 0;
beforeAll(async () => {
  // else orders of the demo, whose time comes as the clock moves, move the same accounts of the platforms
  shop = await openShop({}, { still: true });
  await untilDemoRests();
  refundingBefore = await shop.channelBalance('wechat', 'refunding');
});
afterAll(() => shop.server.close());
beforeEach(() => {
  shop.told.length = 0;
});

function wechat() {
  const simulator = shop.server.services.demoPay.wechat;
  if (!simulator) throw new Error('no simulated WeChat');
  return simulator.control;
}
function alipay() {
  const simulator = shop.server.services.demoPay.alipay;
  if (!simulator) throw new Error('no simulated Alipay');
  return simulator.control;
}
const control = (channel: 'wechat' | 'alipay') => (channel === 'wechat' ? wechat() : alipay());

const refundRows = () =>
  shop.server.services.db.read.select().from(rows(tenantScope(tenantId), paymentRefunds));
const refundRow = async (id: string) => (await refundRows()).find((row) => row.id === id);
const stateOf = async (id: string) => (await refundRow(id))?.state;

/** What people of the demo are just paying moves the same accounts of the platforms, whenever its notice comes. */
async function untilDemoRests() {
  const { raw } = shop.server.services.db;
  for (let turn = 0; turn < 60; turn++) {
    const open = await raw`
      select from payment where state in ('created', 'waiting')
      union all select from payment_refund where state in ('requested', 'sent')`;
    if (open.length === 0) return;
    await shop.work();
    shop.server.clock.forward(30 * secondMs);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('the demo goes on paying');
}

/** Works and lets time pass until the platform has said the last word. */
async function untilEnded(id: string) {
  for (let turn = 0; turn < 20; turn++) {
    await shop.work();
    const state = await stateOf(id);
    if (state === 'done' || state === 'failed') return state;
    shop.server.clock.forward(30 * secondMs);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  throw new Error('the refund did not end');
}

describe.each(['wechat', 'alipay'] as const)('a refund at %s', (channel) => {
  it('returns the money and says so', async () => {
    const before = await shop.balance();
    const clearing = await shop.channelBalance(channel, 'clearing');
    const payment = await shop.sell({ channel });
    const { id, state } = await shop.refund(payment, 400);
    expect(state).toBe('requested');
    expect(await untilEnded(id)).toBe('done');
    expect(await shop.balance()).toBe(before + 600);
    expect(await shop.channelBalance(channel, 'clearing')).toBe(clearing - 600);
    expect(shop.told.at(-1)).toEqual({ what: 'refundEnded', id, state: 'done', reason: null });
    expect((await shop.read(payment)).refundedFen).toBe(400);
  });

  it('happens once though 50 ask for the whole at the same time', async () => {
    const payment = await shop.sell({ channel });
    const before = await shop.balance();
    const outcomes = await Promise.allSettled(Array.from({ length: 50 }, () => shop.refund(payment, 1000)));
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    expect(won).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') expect(outcome.reason.key).toBe('payments:error.refundTooHigh');
    await untilEnded(won[0]!.id);
    expect(await shop.balance()).toBe(before - 1000);
  });

  it('is the same refund when its key is said again, and none when it says something else', async () => {
    const payment = await shop.sell({ channel });
    const key = newId();
    const asked = await Promise.all(Array.from({ length: 5 }, () => shop.refund(payment, 100, key)));
    expect(new Set(asked.map(({ id }) => id)).size).toBe(1);
    await expect(shop.refund(payment, 101, key)).rejects.toThrow('payments:error.keyReused');
    expect((await shop.read(payment)).refundedFen).toBe(100);
  });

  it('never goes above what was paid, in any number of parts', async () => {
    const payment = await shop.sell({ channel, amountFen: 100 });
    await shop.refund(payment, 60);
    await expect(shop.refund(payment, 41)).rejects.toThrow('payments:error.refundTooHigh');
    const { id } = await shop.refund(payment, 40);
    await expect(shop.refund(payment, 1)).rejects.toThrow('payments:error.refundTooHigh');
    expect(await untilEnded(id)).toBe('done');
  });

  it('survives an outage and a lost answer: asked for before it is sent again', async () => {
    const payment = await shop.sell({ channel });
    control(channel).outage(true);
    const { id } = await shop.refund(payment, 300);
    await shop.work();
    expect(await stateOf(id)).toBe('sent');
    control(channel).outage(false);
    // carried out, but nobody heard
    control(channel).loseAnswers(2);
    shop.server.clock.forward(minuteMs);
    await shop.work();
    expect(await untilEnded(id)).toBe('done');
    const returned =
      channel === 'wechat'
        ? wechat()
            .refunds()
            .filter(({ outTradeNo }) => outTradeNo === payment.outTradeNo)
        : alipay()
            .trades()
            .find(({ outTradeNo }) => outTradeNo === payment.outTradeNo)?.refunds;
    expect(returned).toHaveLength(1);
  });

  it('waits while our account at the platform is short, and is given up after days', async () => {
    const payment = await shop.sell({ channel });
    const before = await shop.balance();
    const lack = (on: boolean) => (channel === 'wechat' ? wechat().lackMoney(on) : alipay().sellerBroke(on));
    lack(true);
    const [first, second] = [await shop.refund(payment, 100), await shop.refund(payment, 200)];
    await shop.work();
    expect((await refundRow(first.id))?.lastError).toBe('insufficient');
    lack(false);
    shop.server.clock.forward(2 * hourMs);
    expect(await untilEnded(first.id)).toBe('done');
    expect(await untilEnded(second.id)).toBe('done');
    lack(true);
    const third = await shop.refund(payment, 300);
    await shop.work();
    shop.server.clock.forward(4 * dayMs);
    expect(await untilEnded(third.id)).toBe('failed');
    lack(false);
    expect(await shop.balance()).toBe(before - 300);
    expect((await shop.read(payment)).refundedFen).toBe(300);
  });
});

describe('a refund', () => {
  it('that WeChat can not return goes back to where it came from', async () => {
    const payment = await shop.sell();
    const before = await shop.balance();
    wechat().endRefundsAs('ABNORMAL');
    const { id } = await shop.refund(payment, 1000);
    expect(await untilEnded(id)).toBe('failed');
    wechat().endRefundsAs('SUCCESS');
    expect(await shop.balance()).toBe(before);
    expect(shop.told.at(-1)).toEqual({ what: 'refundEnded', id, state: 'failed', reason: 'abnormal' });
    expect((await shop.read(payment)).refundedFen).toBe(0);
  });

  it('that arrives after it had failed is borne by the platform, and told', async () => {
    const payment = await shop.sell();
    wechat().endRefundsAs('ABNORMAL');
    const { id } = await shop.refund(payment, 700);
    expect(await untilEnded(id)).toBe('failed');
    wechat().endRefundsAs('SUCCESS');
    const balanceOfPlatform = async () =>
      (await readBalances(shop.server.services.db.read, [platformFee]))[0]?.balance ?? 0;
    const [mine, platforms] = [await shop.balance(), await balanceOfPlatform()];
    const row = await refundRow(id);
    const send = () => {
      const { headers, body } = wechat().notice({
        eventType: 'REFUND.SUCCESS',
        summary: '退款成功',
        originalType: 'refund',
        plain: {
          mchid: shop.server.services.channels.wechat?.merchantId,
          out_trade_no: payment.outTradeNo,
          transaction_id: 'x',
          out_refund_no: row?.outRefundNo,
          refund_id: row?.refundId,
          refund_status: 'SUCCESS',
          amount: { total: 1000, refund: 700, payer_total: 1000, payer_refund: 700 },
        },
      });
      return shop.server.app.inject({
        method: 'POST',
        url: '/api/pay/notify/wechat',
        headers,
        payload: body,
      });
    };
    expect((await send()).statusCode).toBe(200);
    expect((await send()).statusCode).toBe(200);
    expect(await balanceOfPlatform()).toBe(platforms - 700);
    expect(await shop.balance()).toBe(mine);
  });

  it('of something unpaid is refused', async () => {
    const payment = await shop.offer();
    await expect(shop.refund(payment, 1)).rejects.toThrow('payments:error.notPaid');
    await expect(shop.refund(payment, 0)).rejects.toThrow('payments:error.amount');
  });

  it('is carried out once by two servers that share the work', async () => {
    const payments = await Promise.all(Array.from({ length: 6 }, () => shop.sell({ amountFen: 50 })));
    const asked = await Promise.all(payments.map((payment) => shop.refund(payment, 50)));
    await Promise.all([shop.work(), shop.work(), shop.work()]);
    for (const { id } of asked) expect(await untilEnded(id)).toBe('done');
    const numbers = new Set(payments.map(({ outTradeNo }) => outTradeNo));
    expect(
      wechat()
        .refunds()
        .filter(({ outTradeNo }) => numbers.has(outTradeNo)),
    ).toHaveLength(6);
    for (const { id } of asked)
      expect(shop.told.filter((line) => line.what === 'refundEnded' && line.id === id)).toHaveLength(1);
  });
});

it('leaves books that agree with every refund', async () => {
  shop.server.clock.forward(2 * hourMs);
  await shop.work();
  expect(await shop.brokenChecks()).toEqual([]);
  expect(await shop.channelBalance('wechat', 'refunding')).toBe(refundingBefore);
});
