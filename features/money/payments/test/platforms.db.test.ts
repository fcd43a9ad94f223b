import { describe, expect, it } from 'vitest';
import { dayMs, minuteMs, secondMs } from '#kit/kernel/time.ts';
import { soon } from '#kit/server/testing/patience.ts';
import { staged } from '#kit/server/testing/stage.ts';
import { demoPeople } from '#providers/demo-people.ts';
import { paymentsContract as calls } from '../contract.ts';
import { pageOf } from '../server/page-signature-handlers.ts';
import { preparePayment, seedPaidPayment } from '../server/public.ts';
import { openShop, tenantId } from './shop.ts';

const shop = staged(openShop, ({ server }) => server.close());

const platform = async (channel: 'wechat' | 'alipay') => {
  const { platforms } = await (await shop.server.as('admin')).call(calls.listPlatforms, {});
  const found = platforms.find((entry) => entry.channel === channel);
  if (!found) throw new Error(`no ${channel}`);
  return found;
};
const wechat = () => {
  const simulator = shop.server.services.demoPay.wechat;
  if (!simulator) throw new Error('no simulated WeChat');
  return simulator.control;
};

describe('the page of payment platforms', () => {
  it('shows what is configured and what came', async () => {
    await shop.sell();
    expect(await platform('wechat')).toMatchObject({ configured: true, simulated: true, downSince: null });
    expect((await platform('wechat')).notices).toBeGreaterThan(0);
    expect((await platform('wechat')).lastNoticeAt).not.toBeNull();
  });

  it('says since when a platform is silent, and that it answers again', async () => {
    const payment = await shop.order();
    wechat().outage(true);
    await expect(preparePayment(shop.server.services, tenantId, payment.id)).rejects.toThrow();
    expect((await platform('wechat')).downSince).not.toBeNull();
    wechat().outage(false);
    await preparePayment(shop.server.services, tenantId, payment.id);
    expect((await platform('wechat')).downSince).toBeNull();
  });

  it('asks at once about what waits', async () => {
    const payment = await shop.offer();
    wechat().loseNotices(1);
    shop.pay(payment);
    expect((await platform('wechat')).waiting).toContainEqual(
      expect.objectContaining({ kind: 'payments', count: expect.any(Number) }),
    );
    await (await shop.server.as('admin')).call(calls.askPlatforms, { channel: 'wechat' });
    await expect.poll(async () => (await shop.read(payment)).state, soon).toBe('paid');
  });

  it('is for the platform alone', async () => {
    for (const user of ['merchant', 'agent', 'clerk', undefined] as const)
      await expect((await shop.server.as(user)).call(calls.listPlatforms, {})).rejects.toMatchObject({
        status: user ? 403 : 401,
      });
  });
});

describe('a page signature', () => {
  const ask = async (url: string) => (await shop.server.as(undefined)).call(calls.pageSignature, { url });

  it('is given to our own pages', async () => {
    const signature = await ask('http://127.0.0.1/a/page?id=1#place');
    expect(signature).toMatchObject({ appId: shop.server.services.wechat?.appId });
    expect(signature.signature).toMatch(/^[0-9a-f]{40}$/);
  });

  it('is refused to other people’s', async () => {
    for (const url of [
      'https://evil.example/',
      'http://127.0.0.1.evil.example/',
      'http://user@evil.example/',
    ])
      await expect(ask(url)).rejects.toMatchObject({ status: 400 });
  });

  it('is made over the address without hash and login code', () => {
    expect(pageOf('https://a.example/p?code=x&id=1&state=y#z')).toBe('https://a.example/p?id=1&state=y');
    expect(pageOf('https://a.example/p?code=x')).toBe('https://a.example/p');
    expect(pageOf('https://a.example/p?barcode=1&a=b=c')).toBe('https://a.example/p?barcode=1&a=b=c');
  });
});

describe('the payment sheet of demo mode', () => {
  it('pays the trade that the page was given, under our own address', async () => {
    const payment = await shop.order();
    const prepared = await preparePayment(shop.server.services, tenantId, payment.id);
    if (prepared.kind !== 'signPackage') throw new Error('no sign package');
    const prepayId = prepared.signPackage.package.slice('prepay_id='.length);
    const url = `/demo/pay/wechat/sheet?prepay_id=${encodeURIComponent(prepayId)}`;
    const page = await shop.server.app.inject({ url });
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    expect(page.body).toContain('10.00');
    const paid = await shop.server.app.inject({
      method: 'POST',
      url: '/demo/pay/wechat/sheet',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ prepay_id: prepayId, do: 'pay', return: '/paySuccess' }).toString(),
    });
    expect(paid.statusCode).toBe(302);
    await wechat().flushNotices();
    expect((await shop.read(payment)).state).toBe('paid');
  });

  it('shows the page of Alipay for any browser', async () => {
    const payment = await shop.order({ channel: 'alipay', scene: 'page' });
    const prepared = await preparePayment(shop.server.services, tenantId, payment.id);
    if (prepared.kind !== 'page') throw new Error('no page');
    const { pathname, search } = new URL(prepared.url);
    expect(pathname).toBe('/demo/pay/alipay/gateway.do');
    const page = await shop.server.app.inject({ url: pathname + search });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('10.00');
  });

  it('is not there when the platforms are real or absent', async () => {
    const real = await openShop({ DEMO: '0' });
    try {
      expect((await real.server.app.inject({ url: '/demo/pay/wechat/sheet' })).statusCode).toBe(404);
      await expect(real.order()).rejects.toThrow('payments:error.notConfigured');
    } finally {
      await real.server.close();
    }
  });
});

it('gives demo data payments that the simulated platforms know, so that they can be refunded', async () => {
  const { services, clock } = shop.server;
  for (const channel of ['wechat', 'alipay'] as const) {
    const paidAt = new Date(clock.now().getTime() - 3 * dayMs);
    const payment = await services.db.transaction((tx) =>
      seedPaidPayment(tx, services, {
        tenantId,
        subject: { kind: 'stall', id: `seeded ${channel}` },
        channel,
        amountFen: 800,
        description: '演示订单',
        payerId: demoPeople.find(({ platform }) => platform === channel)?.openId,
        scene: 'jsapi',
        expiresAt: paidAt,
        profitSharing: false,
        credit: shop.account,
        paidAt,
      }),
    );
    expect(payment).toMatchObject({ state: 'paid', paidAt });
    const { id } = await shop.refund(payment, 800);
    await shop.work();
    await expect
      .poll(async () => {
        clock.forward(30 * secondMs);
        await shop.work();
        return shop.told.find((told) => told.id === id)?.state;
      }, soon)
      .toBe('done');
  }
  expect(await shop.brokenChecks()).toEqual([]);
});

it('asks about a waiting payment less and less often', async () => {
  const payment = await shop.offer();
  const looks: number[] = [];
  for (let second = 0; second < 10 * 60; second += 5) {
    shop.server.clock.forward(5 * secondMs);
    const { attempts } = await shop.read(payment);
    await shop.work();
    if ((await shop.read(payment)).attempts > attempts) looks.push(second + 5);
  }
  expect(looks[0]).toBeLessThanOrEqual(25);
  expect(looks.length).toBeGreaterThanOrEqual(3);
  expect(looks.length).toBeLessThanOrEqual(6);
  shop.server.clock.forward(10 * minuteMs);
  await shop.work();
  expect((await shop.read(payment)).state).toBe('closed');
});
