import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { directAccount, readBalances } from '#features/money/ledger/server/public.ts';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { demoSubMerchants } from '#providers/demo-people.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import { preparePayment } from '../server/public.ts';
import { openShop, tenantId } from './shop.ts';

const shop = staged(openShop, ({ server }) => server.close());
beforeAll(async () => {
  await collectWith(demoSubMerchants);
});
beforeEach(() => {
  shop.told.length = 0;
});

async function collectWith(numbers: { wechat: string; alipay: string }) {
  await shop.server.services.db.raw`
    update collecting_channel set channel = 'own', wechat_sub_merchant = ${numbers.wechat},
      alipay_sub_merchant = ${numbers.alipay} where tenant_id = ${tenantId}`;
}

const own = (channel: ChannelName) => ({ channel, mayCollectDirectly: true });
const wechat = () => shop.server.services.demoPay.wechat!.control;
const alipay = () => shop.server.services.demoPay.alipay!.control;

async function direct(channel: ChannelName, purpose: 'clearing' | 'refunding' | 'late'): Promise<number> {
  const [found] = await readBalances(shop.server.services.db.read, [
    directAccount(tenantId, channel, purpose),
  ]);
  return found?.balance ?? 0;
}

/** Turn after turn, until nothing is due any more. */
async function workOff(turns = 6) {
  for (let turn = 0; turn < turns; turn++) {
    await shop.work();
    await Promise.all([wechat().flushNotices(), alipay().flushNotices()]);
    shop.server.clock.forward(2 * minuteMs);
  }
}

/** How often the merchant, or the platform, was told. */
async function told(titleKey: string, audience: 'tenant' | 'realm'): Promise<number> {
  const { texts, db } = shop.server.services;
  const found = await db.raw`
    select 1 from system_message where title_zh = ${texts.say('zh-cn', titleKey)} and audience = ${audience}`;
  return found.length;
}

describe('a number the platform does not know', () => {
  it('is told to the payer, and nothing is collected', async () => {
    await collectWith({ wechat: '1900000000', alipay: '2088900000000000' });
    for (const channel of ['wechat', 'alipay'] as const) {
      const payment = await shop.order(own(channel));
      await expect(preparePayment(shop.server.services, tenantId, payment.id)).rejects.toMatchObject({
        key: 'payments:error.refused',
      });
    }
    await collectWith(demoSubMerchants);
  });
});

describe('a refund from the merchant’s own number', () => {
  it('that finds no money there waits, is told to the merchant, and goes on when there is some', async () => {
    const payment = await shop.sell(own('wechat'));
    wechat().lackMoney(true);
    const before = await shop.balance();
    const refund = await shop.refund(payment, 400);
    await workOff(2);
    expect(await direct('wechat', 'refunding')).toBe(400);
    expect(shop.told.filter(({ id }) => id === refund.id)).toEqual([]);
    expect(await told('payments:message.shortageTitle', 'tenant')).toBe(1);
    expect(await told('payments:message.shortageTitle', 'realm')).toBe(0);
    wechat().lackMoney(false);
    await workOff();
    expect(shop.told).toContainEqual(expect.objectContaining({ id: refund.id, state: 'done' }));
    expect(await direct('wechat', 'refunding')).toBe(0);
    expect(await shop.balance()).toBe(before - 400);
    expect(await shop.brokenChecks()).toEqual([]);
  });

  it('that the platform gave up and returned after all stands in the merchant’s books, not in ours', async () => {
    const payment = await shop.sell(own('wechat'));
    wechat().endRefundsAs('ABNORMAL');
    const { id } = await shop.refund(payment, 700);
    await workOff();
    expect(shop.told).toContainEqual(expect.objectContaining({ id, state: 'failed' }));
    wechat().endRefundsAs('SUCCESS');
    const { outTradeNo } = payment;
    const send = (changes: object = {}) => {
      const { headers, body } = wechat().notice({
        eventType: 'REFUND.SUCCESS',
        summary: '退款成功',
        originalType: 'refund',
        plain: {
          sp_mchid: shop.server.services.channels.wechat!.merchantId,
          sub_mchid: demoSubMerchants.wechat,
          out_trade_no: outTradeNo,
          out_refund_no: id.replaceAll('-', ''),
          refund_status: 'SUCCESS',
          amount: { refund: 700, total: 1000 },
          ...changes,
        },
      });
      return shop.server.app.inject({
        method: 'POST',
        url: '/api/pay/notify/wechat',
        headers: { ...headers },
        payload: body,
      });
    };
    expect((await send({ sub_mchid: '1900009999' })).statusCode).toBe(400);
    expect(await direct('wechat', 'late')).toBe(0);
    for (let time = 0; time < 3; time++) expect((await send()).statusCode).toBe(200);
    expect(await direct('wechat', 'late')).toBe(-700);
    expect(await told('payments:message.lateRefundTitle', 'tenant')).toBe(1);
    expect(await shop.brokenChecks()).toEqual([]);
  });
});

describe('what Alipay keeps for the merchant', () => {
  const held = (outTradeNo: string) =>
    alipay()
      .trades()
      .find((trade) => trade.outTradeNo === outTradeNo)?.settlement;
  const settlement = async (paymentId: string) =>
    (
      await shop.server.services.db
        .raw`select state, failure from direct_settlement where payment_id = ${paymentId}`
    )[0];

  it('is let go after the payment, once, though answers get lost', async () => {
    const payment = await shop.offer(own('alipay'));
    shop.pay(payment);
    await alipay().flushNotices();
    alipay().loseAnswers(2);
    await workOff();
    expect(held(payment.outTradeNo)).toMatchObject({ amountFen: 1000 });
    expect(await settlement(payment.id)).toEqual({ state: 'done', failure: null });
    expect(await shop.brokenChecks()).toEqual([]);
  });

  it('is let go when Alipay is there again', async () => {
    const payment = await shop.sell(own('alipay'));
    alipay().outage(true);
    shop.server.clock.forward(minuteMs);
    await shop.work();
    alipay().outage(false);
    await workOff();
    expect(await settlement(payment.id)).toMatchObject({ state: 'done' });
  });

  it('is what is left when a part was refunded first', async () => {
    const payment = await shop.offer(own('alipay'));
    alipay().outage(true);
    shop.pay(payment);
    await alipay().flushNotices();
    await shop.work();
    alipay().outage(false);
    await shop.refund(payment, 250);
    await shop.work();
    expect(held(payment.outTradeNo)).toBeUndefined();
    await workOff();
    expect(held(payment.outTradeNo)).toMatchObject({ amountFen: 750 });
    expect(await settlement(payment.id)).toMatchObject({ state: 'done' });
    expect(await shop.brokenChecks()).toEqual([]);
  });

  it('and refuses for days is told to the merchant', async () => {
    const payment = await shop.sell(own('alipay'));
    await workOff(2);
    await shop.server.services.db.raw`
      update direct_settlement set state = 'sent', ended_at = null, out_request_no = 'somebodyelses',
        next_try_at = created_at where payment_id = ${payment.id}`;
    await shop.work();
    expect(await settlement(payment.id)).toMatchObject({ state: 'sent' });
    shop.server.clock.forward(4 * dayMs);
    await shop.work();
    expect(await settlement(payment.id)).toMatchObject({ state: 'failed', failure: '交易已结算' });
    expect(await told('payments:message.settlementTitle', 'tenant')).toBe(1);
  });
});
