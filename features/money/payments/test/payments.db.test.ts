import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { AppError } from '#kit/kernel/errors.ts';
import { minuteMs, secondMs } from '#kit/kernel/time.ts';
import { staged } from '#kit/server/testing/stage.ts';
import type { PayChannel } from '#providers/pay-channel.ts';
import { endPayment, preparePayment, takeCounterPayment } from '../server/public.ts';
import { openShop, tenantId } from './shop.ts';

const shop = staged(openShop, ({ server }) => server.close());
beforeEach(() => {
  shop.told.length = 0;
  for (const channel of ['wechat', 'alipay'] as const) control(channel).outage(false);
});

const control = (channel: 'wechat' | 'alipay') => {
  const simulator = shop.server.services.demoPay[channel];
  if (!simulator) throw new Error(`no simulated ${channel}`);
  return simulator.control;
};
const wechat = () => {
  const simulator = shop.server.services.demoPay.wechat;
  if (!simulator) throw new Error('no simulated WeChat');
  return simulator.control;
};
const services = () => shop.server.services;
const prepare = (payment: { id: string }) => preparePayment(services(), tenantId, payment.id);
const end = (payment: { id: string }) => endPayment(services(), tenantId, payment.id);
const toldOf = (payment: { id: string }) => shop.told.filter(({ id }) => id === payment.id);
const keyOf = (error: unknown) => (error as AppError).key;

describe.each(['wechat', 'alipay'] as const)('a payment at %s', (channel) => {
  it('is credited when the platform tells of it', async () => {
    const before = await shop.balance();
    const clearing = await shop.channelBalance(channel, 'clearing');
    const payment = await shop.sell({ channel, amountFen: 1234 });
    expect(await shop.balance()).toBe(before + 1234);
    expect(await shop.channelBalance(channel, 'clearing')).toBe(clearing - 1234);
    expect(toldOf(payment)).toEqual([{ what: 'paid', id: payment.id }]);
    expect((await shop.read(payment)).transactionId).not.toBeNull();
  });

  it('is found by a question when the callback is lost', async () => {
    const before = await shop.balance();
    const payment = await shop.offer({ channel });
    control(channel).loseNotices(1);
    shop.pay(payment);
    expect((await shop.read(payment)).state).toBe('waiting');
    shop.server.clock.forward(21 * secondMs);
    await shop.work();
    expect((await shop.read(payment)).state).toBe('paid');
    expect(await shop.balance()).toBe(before + payment.amountFen);
  });

  it('is closed at the platform when its time is over', async () => {
    const payment = await shop.offer({ channel });
    shop.server.clock.forward(16 * minuteMs);
    await shop.work();
    expect((await shop.read(payment)).state).toBe('closed');
    expect(toldOf(payment)).toEqual([{ what: 'closed', id: payment.id }]);
    expect(() => shop.pay(payment)).toThrow();
  });

  it('is booked and not closed when it was paid in the last moment and nobody told', async () => {
    const payment = await shop.offer({ channel });
    control(channel).loseNotices(1);
    shop.pay(payment);
    shop.server.clock.forward(16 * minuteMs);
    await shop.work();
    expect((await shop.read(payment)).state).toBe('paid');
    expect(toldOf(payment)).toEqual([{ what: 'paid', id: payment.id }]);
  });

  it('is prepared once: asked again, the answer is the same', async () => {
    const payment = await shop.order({ channel });
    const first = await prepare(payment);
    expect(await prepare(payment)).toEqual(first);
  });

  it('changes nothing when the platform can not be reached, and works afterwards', async () => {
    const payment = await shop.order({ channel });
    control(channel).outage(true);
    expect(keyOf(await prepare(payment).catch((error: unknown) => error))).toBe('payments:error.channelDown');
    expect(toldOf(payment)).toEqual([]);
    control(channel).outage(false);
    await prepare(payment);
    shop.pay(payment);
    await control(channel).flushNotices();
    expect((await shop.read(payment)).state).toBe('paid');
  });

  it('that was ended by us is closed there, and is asked for until the platform answers', async () => {
    const payment = await shop.offer({ channel });
    control(channel).outage(true);
    await end(payment);
    expect((await shop.read(payment)).state).toBe('waiting');
    control(channel).outage(false);
    shop.server.clock.forward(21 * secondMs);
    await shop.work();
    expect((await shop.read(payment)).state).toBe('closed');
    expect(toldOf(payment)).toEqual([{ what: 'closed', id: payment.id }]);
    expect(keyOf(await prepare(payment).catch((error: unknown) => error))).toBe('payments:error.closed');
  });

  it('has exactly one outcome when callback, question and closing meet', async () => {
    const before = await shop.balance();
    const payments = await Promise.all(Array.from({ length: 8 }, () => shop.offer({ channel })));
    await Promise.all(
      payments.flatMap((payment, index) => [
        (async () => {
          // some are paid before the closing comes, some meanwhile
          if (index % 2) await new Promise((resolve) => setTimeout(resolve, index));
          try {
            shop.pay(payment);
          } catch {
            return;
          }
          await control(channel).flushNotices();
        })(),
        end(payment),
        end(payment),
        shop.work(),
      ]),
    );
    await control(channel).flushNotices();
    const rows = await Promise.all(payments.map((payment) => shop.read(payment)));
    const paid = rows.filter(({ state }) => state === 'paid');
    expect(rows.filter(({ state }) => state === 'closed').length + paid.length).toBe(payments.length);
    expect(await shop.balance()).toBe(before + paid.length * 1000);
    for (const row of rows) expect(toldOf(row)).toHaveLength(1);
  });
});

describe('a payment', () => {
  it('that nobody prepared ends without a word to the platform', async () => {
    const payment = await shop.order();
    wechat().outage(true);
    await end(payment);
    expect((await shop.read(payment)).state).toBe('closed');
    expect(
      wechat()
        .trades()
        .some(({ outTradeNo }) => outTradeNo === payment.outTradeNo),
    ).toBe(false);
  });

  it('that comes after its closing is booked and told', async () => {
    const before = await shop.balance();
    const payment = await shop.offer();
    wechat().loseNotices(1);
    shop.pay(payment);
    const letter = wechat().paymentNotice(payment.outTradeNo);
    // as if the platform had known nothing of it when we asked
    await shop.server.services.db.raw`
      update payment set state = 'closed', closed_at = now(), next_try_at = null where id = ${payment.id}`;
    const answer = await shop.server.app.inject({
      method: 'POST',
      url: '/api/pay/notify/wechat',
      headers: letter.headers,
      payload: letter.body,
    });
    expect(answer.statusCode).toBe(200);
    expect(await shop.balance()).toBe(before + payment.amountFen);
    expect(toldOf(payment)).toEqual([{ what: 'paid', id: payment.id }]);
    expect((await shop.read(payment)).state).toBe('paid');
  });

  it('that was prepared while it was closed can not be paid any more', async () => {
    const payment = await shop.order();
    const client = services().channels.wechat as PayChannel;
    const { prepare: reallyPrepare } = client;
    // the request leaves when the platform has been asked and has said that it knows nothing
    const held = vi.spyOn(client, 'prepare').mockImplementationOnce(async (request) => {
      await end(payment);
      expect((await shop.read(payment)).state).toBe('closed');
      return reallyPrepare(request);
    });
    expect(keyOf(await prepare(payment).catch((error: unknown) => error))).toBe('payments:error.closed');
    held.mockRestore();
    expect((await shop.read(payment)).state).toBe('closed');
    expect(() => shop.pay(payment)).toThrow();
  });

  it('of nothing, or at a platform that is not there, is refused', async () => {
    await expect(shop.order({ amountFen: 0 })).rejects.toThrow('payments:error.amount');
    await expect(shop.order({ amountFen: 1.5 })).rejects.toThrow('payments:error.amount');
  });

  it('in cash is paid at once', async () => {
    const before = await shop.balance();
    const payment = await services().db.transaction((tx) =>
      takeCounterPayment(tx, services(), {
        tenantId,
        subject: { kind: 'stall', id: 'cash 1' },
        amountFen: 500,
        credit: shop.account,
        user: { id: 'u', name: 'clerk' },
      }),
    );
    expect(payment.state).toBe('paid');
    expect(await shop.balance()).toBe(before + 500);
    expect(await shop.refund(payment, 200)).toMatchObject({ state: 'done' });
    expect(await shop.balance()).toBe(before + 300);
  });
});

it('leaves books that agree with every payment', async () => {
  expect(await shop.brokenChecks()).toEqual([]);
});
