import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { minuteMs } from '#kit/kernel/time.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { paymentsContract as calls } from '../contract.ts';
import type { Payment } from '../server/public.ts';
import { openShop } from './shop.ts';

const shop = staged(openShop, ({ server }) => server.close());
beforeAll(async () => {
  // the tests are the post
  for (const channel of ['wechat', 'alipay'] as const) simulated(channel).control.loseNotices(1_000_000);
});
beforeEach(() => {
  shop.told.length = 0;
});

function simulated<C extends 'wechat' | 'alipay'>(channel: C) {
  const simulator = shop.server.services.demoPay[channel];
  if (!simulator) throw new Error(`no simulated ${channel}`);
  return simulator as NonNullable<(typeof shop.server.services.demoPay)[C]>;
}

interface Letter {
  headers: Record<string, string>;
  body: string;
}

const send = (channel: 'wechat' | 'alipay', { headers, body }: Letter) =>
  shop.server.app.inject({ method: 'POST', url: `/api/pay/notify/${channel}`, headers, payload: body });

const formType = { 'content-type': 'application/x-www-form-urlencoded' };

/** Paid at the platform, and nobody told us. */
async function paidInSilence(channel: 'wechat' | 'alipay'): Promise<Payment> {
  const payment = await shop.offer({ channel });
  shop.pay(payment);
  return payment;
}

function letterOf(channel: 'wechat' | 'alipay', payment: Payment): Letter {
  if (channel === 'wechat') return { ...simulated('wechat').control.paymentNotice(payment.outTradeNo) };
  return { headers: formType, body: simulated('alipay').control.notice(payment.outTradeNo) };
}

async function refusalsOf(channel: 'wechat' | 'alipay'): Promise<Record<string, number>> {
  const { platforms } = await (await shop.server.as('admin')).call(calls.listPlatforms, {});
  const found = platforms.find((platform) => platform.channel === channel);
  return Object.fromEntries(found?.refusals.map(({ reason, times }) => [reason, times]) ?? []);
}

describe.each(['wechat', 'alipay'] as const)('callbacks of %s', (channel) => {
  it('are credited once, though 50 come at the same time and 15 more afterwards', async () => {
    const before = await shop.balance();
    const payment = await paidInSilence(channel);
    const letter = letterOf(channel, payment);
    const answers = await Promise.all(Array.from({ length: 50 }, () => send(channel, letter)));
    // what the platform repeats is signed again
    for (let time = 0; time < 15; time++) answers.push(await send(channel, letterOf(channel, payment)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    if (channel === 'alipay') expect(answers[0]?.body).toBe('success');
    expect(await shop.balance()).toBe(before + payment.amountFen);
    expect(shop.told).toEqual([{ what: 'paid', id: payment.id }]);
  });

  it('are refused when any byte of them was changed', async () => {
    const before = await shop.balance();
    const payment = await paidInSilence(channel);
    const { headers, body } = letterOf(channel, payment);
    for (const at of [5, Math.floor(body.length / 2), body.length - 3]) {
      const altered = body.slice(0, at) + (body[at] === 'a' ? 'b' : 'a') + body.slice(at + 1);
      const answer = await send(channel, { headers, body: altered });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    }
    expect(await shop.balance()).toBe(before);
    expect((await shop.read(payment)).state).toBe('waiting');
  });

  it('that make no sense are refused without a failure', async () => {
    for (const body of ['', '{}', 'a=b', '[]', '{"id":1}', 'null', '%', '{"resource":{}}'.repeat(50)]) {
      const answer = await send(channel, { headers: { 'content-type': 'application/json' }, body });
      expect(answer.statusCode).toBeGreaterThanOrEqual(400);
      expect(answer.statusCode).toBeLessThan(500);
    }
  });

  it('are acknowledged only after they were booked: when that fails the platform hears of it', async () => {
    const payment = await paidInSilence(channel);
    const { services } = shop.server;
    await services.db
      .raw`alter table payment_notice add constraint broken check (out_no <> ${services.db.raw.unsafe(
      `'${payment.outTradeNo}'`,
    )}) not valid`;
    try {
      expect((await send(channel, letterOf(channel, payment))).statusCode).toBe(500);
      expect((await shop.read(payment)).state).toBe('waiting');
    } finally {
      await services.db.raw`alter table payment_notice drop constraint broken`;
    }
    expect((await send(channel, letterOf(channel, payment))).statusCode).toBe(200);
    expect((await shop.read(payment)).state).toBe('paid');
  });
});

describe('a callback with a true signature', () => {
  it.each([
    ['amount', { amount: { total: 1, payer_total: 1, currency: 'CNY' } }],
    ['currency', { amount: { total: 1000, payer_total: 1000, currency: 'USD' } }],
    ['merchant', { mchid: '1999999999' }],
    ['merchant', { appid: 'wx0000000000000000' }],
    ['order', { out_trade_no: 'nobodyknowsthis0000000000000000' }],
  ])('of WeChat but another %s credits nobody', async (reason, changes) => {
    const before = await shop.balance();
    const refused = (await refusalsOf('wechat'))[reason] ?? 0;
    const payment = await paidInSilence('wechat');
    const answer = await send('wechat', {
      ...simulated('wechat').control.paymentNotice(payment.outTradeNo, changes),
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toEqual({ code: 'FAIL', message: reason });
    expect(await shop.balance()).toBe(before);
    expect(shop.told).toEqual([]);
    expect((await refusalsOf('wechat'))[reason]).toBe(refused + 1);
  });

  it.each([
    ['amount', { total_amount: '0.01' }],
    ['merchant', { seller_id: '2088000000000000' }],
    ['merchant', { app_id: '2021000000000000' }],
    ['order', { out_trade_no: 'nobodyknowsthis0000000000000000' }],
  ])('of Alipay but another %s credits nobody', async (reason, changes) => {
    const before = await shop.balance();
    const refused = (await refusalsOf('alipay'))[reason] ?? 0;
    const payment = await paidInSilence('alipay');
    const body = simulated('alipay').control.notice(payment.outTradeNo, changes);
    const answer = await send('alipay', { headers: formType, body });
    expect(answer.statusCode).toBe(400);
    expect(answer.body).toBe('failure');
    expect(await shop.balance()).toBe(before);
    expect((await refusalsOf('alipay'))[reason]).toBe(refused + 1);
  });

  it('and another amount is told to the platform once, however often it comes', async () => {
    const payment = await paidInSilence('wechat');
    const changes = { amount: { total: 1, payer_total: 1, currency: 'CNY' } };
    for (let time = 0; time < 3; time++)
      await send('wechat', { ...simulated('wechat').control.paymentNotice(payment.outTradeNo, changes) });
    const messages = await shop.server.services.db.raw`
      select * from system_message where body_en like ${`%${payment.outTradeNo}%`}`;
    expect(messages).toHaveLength(1);
  });

  it('is refused when it is old', async () => {
    const payment = await paidInSilence('wechat');
    const letter = letterOf('wechat', payment);
    shop.server.clock.forward(6 * minuteMs);
    expect((await send('wechat', letter)).json()).toEqual({ code: 'FAIL', message: 'clock' });
    expect((await shop.read(payment)).state).toBe('waiting');
  });

  it('does not credit the order of another platform', async () => {
    const payment = await paidInSilence('alipay');
    const mine = await paidInSilence('wechat');
    const changes = { out_trade_no: payment.outTradeNo };
    const answer = await send('wechat', {
      ...simulated('wechat').control.paymentNotice(mine.outTradeNo, changes),
    });
    expect(answer.json()).toEqual({ code: 'FAIL', message: 'order' });
  });
});

it('refuses the deliberately wrong signature of WeChat, and takes the true one that follows', async () => {
  simulated('wechat').control.loseNotices(0);
  simulated('wechat').control.signTestEvery(1);
  const refused = (await refusalsOf('wechat')).signature ?? 0;
  const payment = await shop.sell();
  simulated('wechat').control.signTestEvery(0);
  expect((await shop.read(payment)).state).toBe('paid');
  expect((await refusalsOf('wechat')).signature).toBe(refused + 1);
});

it('counts notices by their outcome', async () => {
  const { body } = await shop.server.app.inject({ url: '/metrics' });
  expect(body).toMatch(/coinyard_payment_notices_total\{channel="wechat",outcome="settled"\} [1-9]/);
  expect(body).toMatch(/coinyard_payment_notices_total\{channel="wechat",outcome="refused"\} [1-9]/);
});

it('leaves books that agree with every payment', async () => {
  expect(await shop.brokenChecks()).toEqual([]);
});
