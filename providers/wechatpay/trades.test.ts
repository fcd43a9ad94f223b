import { createVerify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hourMs } from '#kit/kernel/time.ts';
import type { SignPackage } from '../pay-channel.ts';
import { type Bench, merchant, notifyUrl, order, payer, payOrder, startBench } from './testing/bench.ts';

let bench: Bench;
beforeAll(async () => {
  bench = await startBench();
});
afterAll(() => bench.stop());

async function preparedPackage(scene: 'jsapi' | 'miniprogram'): Promise<SignPackage> {
  const prepared = await bench.channel.prepare(order(bench.clock, { scene }));
  if (prepared.kind !== 'signPackage') throw new Error(`prepared as ${prepared.kind}`);
  return prepared.signPackage;
}

function isSignedByMerchant({
  appId,
  timeStamp,
  nonceStr,
  package: prepared,
  paySign,
}: SignPackage): boolean {
  return createVerify('sha256')
    .update(`${appId}\n${timeStamp}\n${nonceStr}\n${prepared}\n`)
    .verify(merchant.publicKey, paySign, 'base64');
}

describe('preparing', () => {
  it('gives the page a package signed with the merchant’s key', async () => {
    const signed = await preparedPackage('jsapi');
    expect(signed).toMatchObject({ appId: merchant.appId, signType: 'RSA' });
    expect(signed.package).toMatch(/^prepay_id=wx\w{34}$/);
    expect(isSignedByMerchant(signed)).toBe(true);
    expect(isSignedByMerchant({ ...signed, package: 'prepay_id=wx0' })).toBe(false);
  });

  it('uses the mini-program’s own app inside a mini-program', async () => {
    const signed = await preparedPackage('miniprogram');
    expect(signed.appId).toBe(merchant.miniProgramAppId);
    expect(isSignedByMerchant(signed)).toBe(true);
  });

  it('answers a browser outside WeChat with the address for a QR code', async () => {
    const prepared = await bench.channel.prepare(order(bench.clock, { scene: 'page', payerId: undefined }));
    expect(prepared).toMatchObject({
      kind: 'page',
      url: expect.stringMatching(/^weixin:\/\/wxpay\/bizpayurl\?pr=/),
    });
  });

  it('answers the same request with the same preparation, and another one under the same number with a refusal', async () => {
    const request = order(bench.clock);
    const first = await bench.channel.prepare(request);
    const again = await bench.channel.prepare(request);
    const packageOf = (prepared: typeof first) =>
      prepared.kind === 'signPackage' ? prepared.signPackage.package : undefined;
    expect(packageOf(again)).toBe(packageOf(first));
    await expect(bench.channel.prepare({ ...request, amountFen: 2000 })).rejects.toMatchObject({
      name: 'ChannelRefused',
      code: 'INVALID_REQUEST',
    });
    await expect(bench.channel.prepare({ ...request, scene: 'page' })).rejects.toMatchObject({
      code: 'OUT_TRADE_NO_USED',
    });
  });

  it.each([
    ['an amount of nothing', { amountFen: 0 }],
    ['an amount that is no whole number of fen', { amountFen: 1.5 }],
    ['no payer inside WeChat', { payerId: undefined }],
    ['a number with other signs', { outTradeNo: '订单 1' }],
    ['an end in the past', { expiresAt: new Date(0) }],
    ['an address for callbacks with a query', { notifyUrl: `${notifyUrl}?a=1` }],
  ])('is refused with %s', async (_, changes) => {
    await expect(bench.channel.prepare(order(bench.clock, changes))).rejects.toMatchObject({
      name: 'ChannelRefused',
      code: 'PARAM_ERROR',
    });
  });

  it('cuts a long description instead of failing', async () => {
    const request = order(bench.clock, { description: '币'.repeat(200) });
    await bench.channel.prepare(request);
    const placed = bench.platform.control.trades().find((trade) => trade.outTradeNo === request.outTradeNo);
    expect(placed?.description).toBe('币'.repeat(127));
  });
});

describe('a trade', () => {
  it('waits, is paid, and tells by whom, when and how much', async () => {
    const request = order(bench.clock);
    await bench.channel.prepare(request);
    expect(await bench.channel.query(request.outTradeNo)).toMatchObject({ state: 'waiting' });
    const { transactionId } = bench.platform.control.pay(request.outTradeNo);
    expect(await bench.channel.query(request.outTradeNo)).toEqual({
      outTradeNo: request.outTradeNo,
      state: 'paid',
      transactionId,
      amountFen: 1000,
      currency: 'CNY',
      paidAt: expect.any(Date),
      payerId: payer.openId,
      subMerchant: null,
    });
    await expect(bench.channel.prepare(request)).rejects.toMatchObject({ code: 'paid' });
  });

  it('nobody has heard of is absent', async () => {
    expect(await bench.channel.query('T99999999')).toEqual({ outTradeNo: 'T99999999', state: 'absent' });
  });

  it('is closed once, twice, and even when it never was', async () => {
    const request = order(bench.clock);
    await bench.channel.prepare(request);
    await bench.channel.close(request.outTradeNo);
    await bench.channel.close(request.outTradeNo);
    await bench.channel.close('T99999999');
    expect(await bench.channel.query(request.outTradeNo)).toMatchObject({ state: 'closed' });
    expect(() => bench.platform.control.pay(request.outTradeNo)).toThrow('订单已关闭');
    await expect(bench.channel.prepare(request)).rejects.toMatchObject({ code: 'closed' });
  });

  it('that is paid can not be closed', async () => {
    const { outTradeNo } = await payOrder(bench);
    await expect(bench.channel.close(outTradeNo)).rejects.toMatchObject({
      name: 'ChannelRefused',
      code: 'paid',
    });
  });

  it('can not be paid after its end', async () => {
    const own = await startBench();
    try {
      const request = order(own.clock);
      await own.channel.prepare(request);
      own.clock.forward(hourMs);
      expect(() => own.platform.control.pay(request.outTradeNo)).toThrow('订单已过期');
      expect(await own.channel.query(request.outTradeNo)).toMatchObject({ state: 'waiting' });
    } finally {
      await own.stop();
    }
  });
});
