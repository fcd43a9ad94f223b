import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { minuteMs } from '#kit/kernel/time.ts';
import { ChannelUnavailable } from '../pay-channel.ts';
import {
  type Bench,
  clientFor,
  merchant,
  order,
  payOrder,
  type Reply,
  startBench,
  startMeddler,
} from './testing/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

const cleanUps: (() => void)[] = [];
afterEach(() => {
  for (const cleanUp of cleanUps.splice(0)) cleanUp();
});

describe('certificates of the platform', () => {
  it('are fetched when needed, and a new one is taken without a restart', async () => {
    const { outTradeNo } = await payOrder(bench);
    await bench.channel.query(outTradeNo);
    const serial = await bench.platform.control.rotateCertificate();
    expect(await bench.channel.query(outTradeNo)).toMatchObject({ state: 'paid' });
    const later = await payOrder(bench);
    await bench.platform.control.flushNotices();
    const notice = bench.received.find(({ headers }) => headers['wechatpay-serial'] === serial);
    expect(notice).toBeDefined();
    expect(await bench.channel.readNotice(notice!)).toMatchObject({
      trade: { outTradeNo: later.outTradeNo },
    });
  });

  it('replaced while callbacks under the old one are on their way leave those readable', async () => {
    const own = await startBench();
    try {
      await payOrder(own);
      await own.platform.control.flushNotices();
      await own.platform.control.rotateCertificate();
      await payOrder(own);
      await own.platform.control.flushNotices();
      const serials = new Set(own.received.map(({ headers }) => headers['wechatpay-serial']));
      expect(serials.size).toBe(2);
      for (const notice of own.received) {
        expect(await own.channel.readNotice(notice)).toMatchObject({ kind: 'payment' });
      }
    } finally {
      await own.stop();
    }
  });

  it('are not asked for again and again because of invented serials', async () => {
    let listed = 0;
    const meddler = await startMeddler(bench.platform.url, (reply, path) => {
      if (path === '/v3/certificates') listed += 1;
      return reply;
    });
    const channel = clientFor(meddler.url, { clock: bench.clock });
    cleanUps.push(() => {
      channel.stop();
      meddler.stop();
    });
    const { outTradeNo } = await payOrder(bench);
    const letter = bench.platform.control.paymentNotice(outTradeNo);
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const headers = { ...letter.headers, 'wechatpay-serial': `AB${attempt}` };
      await expect(channel.readNotice({ headers, body: letter.body })).rejects.toMatchObject({
        refusal: 'serial',
      });
    }
    expect(listed).toBe(5);
    bench.clock.forward(minuteMs);
    const later = bench.platform.control.paymentNotice(outTradeNo);
    expect(await channel.readNotice(later)).toMatchObject({ kind: 'payment' });
  });

  it('that somebody slipped in are not taken', async () => {
    const other = await startBench({ apiV3Key: 'another-merchant-key-of-32-bytes' });
    try {
      const meddler = await startMeddler(other.platform.url, (reply) => reply);
      const channel = clientFor(meddler.url, { clock: other.clock });
      cleanUps.push(() => {
        channel.stop();
        meddler.stop();
      });
      await expect(channel.query('T00000001')).rejects.toBeInstanceOf(ChannelUnavailable);
    } finally {
      await other.stop();
    }
  });

  it('are not taken from a list that somebody changed', async () => {
    const changes: ((reply: Reply) => Reply)[] = [
      (reply) => ({ ...reply, headers: {} }),
      (reply) => ({ ...reply, headers: { ...reply.headers, 'wechatpay-nonce': 'x' } }),
      (reply) => ({ ...reply, body: `${reply.body} ` }),
      (reply) => ({ ...reply, body: '{"data":[]}' }),
    ];
    for (const change of changes) {
      const meddler = await startMeddler(bench.platform.url, (reply, path) =>
        path === '/v3/certificates' ? change(reply) : reply,
      );
      const channel = clientFor(meddler.url, { clock: bench.clock });
      cleanUps.push(() => {
        channel.stop();
        meddler.stop();
      });
      await expect(channel.query('T00000001')).rejects.toBeInstanceOf(ChannelUnavailable);
    }
  });

  it('are not needed by a merchant with the platform’s public key', async () => {
    const publicKeyId = 'PUB_KEY_ID_0119000001092026';
    const own = await startBench({ publicKeyId });
    try {
      const channel = clientFor(own.platform.url, {
        clock: own.clock,
        platformKeys: own.platform.platformKeys,
      });
      cleanUps.push(() => channel.stop());
      const request = order(own.clock);
      await channel.prepare(request);
      own.platform.control.pay(request.outTradeNo);
      expect(await channel.query(request.outTradeNo)).toMatchObject({ state: 'paid' });
      await own.platform.control.flushNotices();
      expect(await channel.readNotice(own.received[0]!)).toMatchObject({ merchantId: merchant.mchId });
      const named = {
        outBillNo: 'PNAMED01',
        amountFen: 2000_00,
        payeeId: 'o1',
        payeeName: '林小雨',
        remark: '提现',
      };
      await channel.transfer({ ...named, notifyUrl: 'https://merchant.example/transfer' });
      expect(own.platform.control.transfers()).toMatchObject([{ payeeName: '林小雨' }]);
      await expect(own.channel.query(request.outTradeNo)).rejects.toBeInstanceOf(ChannelUnavailable);
    } finally {
      await own.stop();
    }
  });
});
