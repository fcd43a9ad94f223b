import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NoticeRefused } from '../pay-channel.ts';
import {
  type Bench,
  clientFor,
  eventually,
  merchant,
  newNumber,
  notifyUrl,
  order,
  payer,
  payOrder,
  startBench,
} from './testing/bench.ts';

const subMerchant = '1900008888';
const elsewhere = '1900007777';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench({
    subMerchants: [
      { mchId: subMerchant, bound: true },
      { mchId: elsewhere, bound: false },
    ],
  });
});
afterAll(() => bench.stop());

const control = () => bench.platform.control;

describe('a trade of a merchant under us', () => {
  it.each(['jsapi', 'miniprogram', 'page'] as const)(
    'is prepared (%s), paid and told with the merchant’s number',
    async (scene) => {
      const request = order(bench.clock, { scene, subMerchant, profitSharing: true });
      const prepared = await bench.channel.prepare(request);
      expect(prepared.kind).toBe(scene === 'page' ? 'page' : 'signPackage');
      expect(control().trades().at(-1)).toMatchObject({ subMerchant, profitSharing: true });
      const { transactionId } = control().pay(request.outTradeNo, payer);
      expect(await bench.channel.query(request.outTradeNo, subMerchant)).toMatchObject({
        state: 'paid',
        transactionId,
        amountFen: 1000,
        payerId: payer.openId,
        subMerchant,
      });
    },
  );

  it('signs the package with our app, which the payer’s page belongs to', async () => {
    const prepared = await bench.channel.prepare(order(bench.clock, { subMerchant }));
    expect(prepared).toMatchObject({ kind: 'signPackage', signPackage: { appId: merchant.appId } });
  });

  it.each([
    ['unknown to WeChat', '1900000000', 'PARAM_ERROR'],
    ['under another service provider', elsewhere, 'NO_AUTH'],
  ])('is refused for a number %s', async (_name, foreign, code) => {
    const request = order(bench.clock, { subMerchant: foreign });
    await expect(bench.channel.prepare(request)).rejects.toMatchObject({ code });
    expect(
      control()
        .trades()
        .some(({ outTradeNo }) => outTradeNo === request.outTradeNo),
    ).toBe(false);
  });

  it('is absent under our own number, and ours under the merchant’s', async () => {
    const theirs = order(bench.clock, { subMerchant });
    const ours = order(bench.clock);
    for (const request of [theirs, ours]) await bench.channel.prepare(request);
    expect(await bench.channel.query(theirs.outTradeNo)).toMatchObject({ state: 'absent' });
    expect(await bench.channel.query(ours.outTradeNo, subMerchant)).toMatchObject({ state: 'absent' });
    await bench.channel.close(theirs.outTradeNo);
    await bench.channel.close(ours.outTradeNo, subMerchant);
    expect(await bench.channel.query(theirs.outTradeNo, subMerchant)).toMatchObject({ state: 'waiting' });
    expect(await bench.channel.query(ours.outTradeNo)).toMatchObject({ state: 'waiting' });
  });

  it('is closed under the merchant’s number', async () => {
    const request = order(bench.clock, { subMerchant });
    await bench.channel.prepare(request);
    await bench.channel.close(request.outTradeNo, subMerchant);
    expect(await bench.channel.query(request.outTradeNo, subMerchant)).toMatchObject({ state: 'closed' });
  });
});

describe('a refund of such a trade', () => {
  it('is asked for, found and told with the merchant’s number, and only with it', async () => {
    const { outTradeNo } = await payOrder(bench, { subMerchant });
    const outRefundNo = newNumber('R');
    const request = { outTradeNo, outRefundNo, amountFen: 300, totalFen: 1000, reason: '未出币', notifyUrl };
    await expect(bench.channel.refund(request)).rejects.toMatchObject({ code: 'RESOURCE_NOT_EXISTS' });
    expect(await bench.channel.refund({ ...request, subMerchant })).toMatchObject({ state: 'processing' });
    expect(await bench.channel.queryRefund({ outTradeNo, outRefundNo })).toMatchObject({ state: 'absent' });
    await eventually(async () =>
      expect(await bench.channel.queryRefund({ outTradeNo, outRefundNo, subMerchant })).toMatchObject({
        state: 'done',
        amountFen: 300,
      }),
    );
    await control().flushNotices();
    const letter = bench.received.at(-1)!;
    expect(await bench.channel.readNotice(letter)).toMatchObject({
      kind: 'refund',
      merchantId: merchant.mchId,
      outTradeNo,
      subMerchant,
      refund: { outRefundNo, state: 'done' },
    });
  });
});

describe('a callback about such a trade', () => {
  const read = (outTradeNo: string, changes?: Record<string, unknown>) =>
    bench.channel.readNotice({ ...control().paymentNotice(outTradeNo, changes) });

  it('names the merchant, and ours names none', async () => {
    const theirs = await payOrder(bench, { subMerchant });
    expect(await read(theirs.outTradeNo)).toMatchObject({
      merchantId: merchant.mchId,
      appId: merchant.appId,
      trade: { subMerchant, payerId: payer.openId },
    });
    const ours = await payOrder(bench);
    expect(await read(ours.outTradeNo)).toMatchObject({ trade: { subMerchant: null } });
  });

  it('tells another merchant’s number as it is: whose trade it was is compared where the payment is known', async () => {
    const { outTradeNo } = await payOrder(bench, { subMerchant });
    expect(await read(outTradeNo, { sub_mchid: elsewhere })).toMatchObject({
      trade: { subMerchant: elsewhere },
    });
  });

  it.each([
    ['another service provider', { sp_mchid: '1900000001' }],
    ['another app', { sp_appid: 'wx0000000000000000' }],
    ['no merchant at all', { sub_mchid: '' }],
  ])('for %s is refused', async (_name, changes) => {
    const { outTradeNo } = await payOrder(bench, { subMerchant });
    await expect(read(outTradeNo, changes)).rejects.toBeInstanceOf(NoticeRefused);
  });
});

describe('a service provider with a number of its own', () => {
  const provider = { mchId: '1900006666', apiV3Key: 'vutsrqponmlkjihgfedcba9876543210', serial: 'A1B2C3D4' };

  it('makes the merchants’ trades under it, and reads the callbacks of both numbers', async () => {
    const other = await startBench({
      mchId: provider.mchId,
      apiV3Key: provider.apiV3Key,
      merchantSerial: provider.serial,
      subMerchants: [{ mchId: subMerchant, bound: true }],
    });
    // one address in front of both, as WeChat's is
    const front = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const forProvider = request.headers.authorization?.includes(`mchid="${provider.mchId}"`);
      const { host: _, connection: __, ...headers } = request.headers;
      const answer = await fetch((forProvider ? other : bench).platform.url + request.url, {
        method: request.method,
        headers: headers as Record<string, string>,
        body: chunks.length > 0 ? Buffer.concat(chunks) : undefined,
      });
      const signed = [...answer.headers].filter(([name]) => name.startsWith('wechatpay-'));
      response.writeHead(answer.status, Object.fromEntries(signed)).end(await answer.text());
    });
    await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
    const channel = clientFor(`http://127.0.0.1:${(front.address() as AddressInfo).port}`, {
      partner: {
        mchId: provider.mchId,
        privateKeyPem: merchant.privateKeyPem,
        certificateSerial: provider.serial,
        apiV3Key: provider.apiV3Key,
      },
    });
    try {
      expect(channel.partnerId).toBe(provider.mchId);
      const theirs = order(other.clock, { subMerchant });
      const ours = order(bench.clock);
      for (const request of [theirs, ours]) await channel.prepare(request);
      other.platform.control.pay(theirs.outTradeNo, payer);
      control().pay(ours.outTradeNo, payer);
      expect(await channel.query(theirs.outTradeNo, subMerchant)).toMatchObject({
        state: 'paid',
        subMerchant,
      });
      expect(await channel.query(ours.outTradeNo)).toMatchObject({ state: 'paid', subMerchant: null });
      const noticeOf = (platform: Bench['platform'], { outTradeNo }: { outTradeNo: string }) =>
        channel.readNotice({ ...platform.control.paymentNotice(outTradeNo) });
      expect(await noticeOf(other.platform, theirs)).toMatchObject({ merchantId: provider.mchId });
      expect(await noticeOf(bench.platform, ours)).toMatchObject({ merchantId: merchant.mchId });
    } finally {
      channel.stop();
      front.close();
      front.closeAllConnections();
      await other.stop();
    }
  });

  it('is needed: without one nothing is asked for a merchant', async () => {
    const alone = clientFor(bench.platform.url, { partner: undefined });
    expect(alone.partnerId).toBeUndefined();
    await expect(alone.prepare(order(bench.clock, { subMerchant }))).rejects.toMatchObject({
      code: 'NO_AUTH',
    });
    alone.stop();
  });
});
