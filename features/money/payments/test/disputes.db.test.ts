import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CallError } from '#kit/contract/client.ts';
import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import { staged } from '#kit/server/testing/stage.ts';
import type { PayChannel, Trade } from '#providers/pay-channel.ts';
import { paymentsContract as calls } from '../contract.ts';
import type { Payment } from '../server/public.ts';
import { openShop } from './shop.ts';

const shop = staged(openShop, ({ server }) => server.close());
let asked = 0;
/** what the platform says beyond the truth, by number */
const lies = new Map<string, Partial<Trade>>();

beforeAll(async () => {
  const { services } = shop.server;
  for (const name of ['wechat', 'alipay'] as const) {
    services.demoPay[name]?.control.loseNotices(1_000_000);
    const channel = services.channels[name] as PayChannel;
    const query = channel.query.bind(channel);
    channel.query = async (...args: Parameters<PayChannel['query']>) => {
      const lie = lies.get(args[0]);
      if (lie) asked += 1;
      return { ...(await query(...args)), ...lie };
    };
  }
});
beforeEach(() => {
  shop.told.length = 0;
  asked = 0;
});

/** again each time: the clock that these tests move ends sessions */
const logIn = (user: string) => shop.server.logIn(user);
const admin = () => logIn('admin');
const found = async (payment: Payment) => {
  const { records } = await (await admin()).call(calls.listDisputes, { size: 100 });
  return records.find(({ id }) => id === payment.id);
};
const messages = (payment: Payment) => shop.server.services.db.raw`
  select * from system_message where body_en like ${`%${payment.outTradeNo}%`}`;

/** Paid, and the platform says something else of it whenever it is asked. */
async function paidAs(lie: Partial<Trade>, channel: 'wechat' | 'alipay' = 'wechat'): Promise<Payment> {
  const payment = await shop.offer({ channel });
  shop.pay(payment);
  lies.set(payment.outTradeNo, lie);
  return payment;
}

async function pass(steps: number, stepMs = minuteMs): Promise<void> {
  for (let step = 0; step < steps; step++) {
    shop.server.clock.forward(stepMs);
    await shop.work();
  }
}

describe.each(['wechat', 'alipay'] as const)('a payment for which %s reports another amount', (channel) => {
  it('credits nobody, is shown with both amounts, told once, and not asked for for ever', async () => {
    const before = await shop.balance();
    const payment = await paidAs({ amountFen: 1 }, channel);
    await pass(2);
    expect(await found(payment)).toMatchObject({
      state: 'open',
      mismatch: 'amount',
      askedFen: 1000,
      reportedFen: 1,
      channel,
      outTradeNo: payment.outTradeNo,
      paymentState: 'waiting',
    });
    await pass(30);
    expect((await shop.read(payment)).state).toBe('closed');
    expect((await shop.read(payment)).nextTryAt).toBeNull();
    expect(shop.told).toEqual([{ what: 'closed', id: payment.id }]);
    // once when it was found, once at its end
    expect(asked).toBe(2);
    await pass(6, hourMs);
    expect(asked).toBe(2);
    expect(await messages(payment)).toHaveLength(1);
    expect(await shop.balance()).toBe(before);
    expect(await found(payment)).toMatchObject({ state: 'open', paymentState: 'closed' });
    expect(await shop.brokenChecks()).toEqual([]);
  });
});

it('another currency is no payment of ours either', async () => {
  const before = await shop.balance();
  const payment = await paidAs({ currency: 'USD' });
  await pass(20);
  expect(await found(payment)).toMatchObject({ mismatch: 'currency', reportedCurrency: 'USD' });
  expect((await shop.read(payment)).state).toBe('closed');
  expect(await shop.balance()).toBe(before);
});

it('is booked after all when the platform tells the right thing, and then there is nothing left to look at', async () => {
  const before = await shop.balance();
  const payment = await paidAs({ amountFen: 999 });
  await pass(2);
  lies.delete(payment.outTradeNo);
  const letter = shop.server.services.demoPay.wechat?.control.paymentNotice(payment.outTradeNo);
  const answer = await shop.server.app.inject({
    method: 'POST',
    url: '/api/pay/notify/wechat',
    headers: letter?.headers as Record<string, string>,
    payload: letter?.body as string,
  });
  expect(answer.statusCode).toBe(200);
  expect((await shop.read(payment)).state).toBe('paid');
  expect(await shop.balance()).toBe(before + 1000);
  expect(await found(payment)).toMatchObject({ state: 'settled', endedByName: '' });
});

it('is told again when the platform says yet another thing', async () => {
  const payment = await paidAs({ amountFen: 2 });
  await pass(2);
  lies.set(payment.outTradeNo, { amountFen: 3 });
  await pass(20);
  expect(await found(payment)).toMatchObject({ reportedFen: 3, state: 'open' });
  expect(await messages(payment)).toHaveLength(2);
});

describe('seeing to it', () => {
  it('needs a word about what was done, is done once of fifty, and logged', async () => {
    const payment = await paidAs({ amountFen: 7 });
    await pass(2);
    const client = await admin();
    const resolve = (note: string) => client.call(calls.resolveDispute, { id: payment.id, note });
    await expect(resolve('')).rejects.toMatchObject({ status: 400 });
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        resolve(`已在平台退款 ${index}`).then(
          () => 'ok',
          (error: unknown) => (error instanceof CallError ? error.status : Promise.reject(error)),
        ),
      ),
    );
    expect(answers.filter((answer) => answer === 'ok')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 409)).toHaveLength(49);
    expect(await found(payment)).toMatchObject({ state: 'resolved', endedByName: '平台管理员' });
    const entries = await shop.server.services.db.raw`
      select 1 from audit_entry where action = 'payments.resolveDispute' and entity_id = ${payment.id}`;
    expect(entries).toHaveLength(1);
    // the platform repeats itself at the end: nobody is bothered again
    await pass(20);
    expect(await found(payment)).toMatchObject({ state: 'resolved', paymentState: 'closed' });
    expect(await messages(payment)).toHaveLength(1);
  });

  it('is for the platform alone', async () => {
    for (const user of ['merchant', 'agent', 'clerk'] as const)
      await expect((await logIn(user)).call(calls.listDisputes, {})).rejects.toMatchObject({
        status: 403,
      });
  });
});
