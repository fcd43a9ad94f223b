import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fenOf, instantOf, stampOf, yuanOf } from './amounts.ts';
import { createAlipay } from './client.ts';
import { appId, buyer, inbox, merchant, order, sellerId, world } from './test-world.ts';

describe('amounts and times', () => {
  test('fen become yuan and fen again without loss', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (fen) => {
        expect(fenOf(yuanOf(fen))).toBe(fen);
        expect(yuanOf(fen)).toMatch(/^\d+\.\d\d$/);
      }),
    );
  });

  test.each([
    ['0.1', 10],
    ['88', 8800],
    ['0.01', 1],
    ['19.99', 1999],
    ['1.234', undefined],
    ['1,000.00', undefined],
    ['-1.00', undefined],
    ['1e3', undefined],
    ['', undefined],
    [' 1', undefined],
  ])('reads %j as %j fen', (yuan, fen) => expect(fenOf(yuan)).toBe(fen));

  test('refuses to write an amount that is none', () => {
    for (const fen of [-1, 0.5, Number.NaN, 2 ** 60]) expect(() => yuanOf(fen)).toThrow(RangeError);
  });

  test('times are written and read in Chinese time', () => {
    const at = new Date('2026-11-17T20:30:05Z');
    expect(stampOf(at)).toBe('2026-11-18 04:30:05');
    expect(instantOf('2026-11-18 04:30:05')).toEqual(at);
    expect(instantOf('yesterday')).toBeUndefined();
  });
});

describe('paying', () => {
  test('inside Alipay: create, pay, notice, query', async () => {
    const { bodies, notifyUrl } = await inbox();
    const { alipay, control } = await world();
    const prepared = await alipay.prepare(order({ notifyUrl }));
    expect(prepared).toEqual({ kind: 'tradeNo', tradeNo: control.trades()[0]?.tradeNo });
    expect(await alipay.query('T1')).toMatchObject({ state: 'waiting', amountFen: 1230 });
    const paid = control.pay('T1', { openId: buyer });
    await control.flushNotices();
    const notice = await alipay.readNotice({ headers: {}, body: bodies[0] ?? '' });
    expect(notice).toMatchObject({
      kind: 'payment',
      merchantId: sellerId,
      appId,
      trade: {
        outTradeNo: 'T1',
        state: 'paid',
        amountFen: 1230,
        currency: 'CNY',
        transactionId: paid.tradeNo,
        payerId: buyer,
      },
    });
    expect(await alipay.query('T1')).toMatchObject({
      state: 'paid',
      transactionId: paid.tradeNo,
      payerId: buyer,
      paidAt: new Date(Math.floor((paid.paidAtMs ?? 0) / 1000) * 1000),
    });
  });

  test('the same preparation again is the same trade, another amount is refused, what is paid says so', async () => {
    const { alipay, control } = await world();
    const first = await alipay.prepare(order());
    expect(await alipay.prepare(order())).toEqual(first);
    await expect(alipay.prepare(order({ amountFen: 1 }))).rejects.toMatchObject({
      name: 'ChannelRefused',
      code: 'CONTEXT_INCONSISTENT',
    });
    control.pay('T1', { openId: buyer });
    await expect(alipay.prepare(order())).rejects.toMatchObject({ name: 'ChannelRefused', code: 'paid' });
    await expect(alipay.prepare(order({ payerId: undefined }))).rejects.toMatchObject({ code: 'payer' });
  });

  test('on a page in any browser, confirmed by a person', async () => {
    const { alipay, control, simulator } = await world();
    const returnUrl = 'http://127.0.0.1:9/done?order=7#top';
    const prepared = await alipay.prepare(order({ scene: 'page', payerId: undefined, returnUrl }));
    if (prepared.kind !== 'page') throw new Error('a page was expected');
    expect(await alipay.query('T1')).toEqual({ outTradeNo: 'T1', state: 'absent' });
    const shown = await (await fetch(prepared.url)).text();
    expect(shown).toContain('¥12.30');
    const tradeNo = control.trades()[0]?.tradeNo ?? '';
    expect(shown).toContain(tradeNo);
    const confirm = (doing: string) =>
      fetch(`${simulator.url}/sheet`, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ trade_no: tradeNo, return: returnUrl, person: buyer, do: doing }),
      });
    const cancelled = await confirm('cancel');
    expect(cancelled.headers.get('location')).toContain('resultCode=6001#top');
    expect(await alipay.query('T1')).toMatchObject({ state: 'waiting' });
    const done = await confirm('pay');
    expect(done.headers.get('location')).toBe('http://127.0.0.1:9/done?order=7&resultCode=9000#top');
    expect(await alipay.query('T1')).toMatchObject({ state: 'paid', payerId: buyer });
  });

  test('a page whose signed amount was changed is not shown', async () => {
    const { alipay, control } = await world();
    const prepared = await alipay.prepare(order({ scene: 'page' }));
    const url = prepared.kind === 'page' ? prepared.url : '';
    const answer = await fetch(url.replace('12.30', '00.30'));
    expect(answer.status).toBe(400);
    expect(control.trades()).toEqual([]);
  });

  test('the pages can stand under an address of ours', async () => {
    const { simulator } = await world();
    const alipay = createAlipay({
      appId,
      sellerId,
      privateKeyPem: merchant.privateKeyPem,
      alipayPublicKeyPem: simulator.alipayPublicKeyPem,
      gateway: simulator.gateway,
      pageGateway: 'https://arcade.example/demo/pay/alipay/gateway.do',
    });
    const prepared = await alipay.prepare(order({ scene: 'page' }));
    const url = new URL(prepared.kind === 'page' ? prepared.url : '');
    expect(url.origin + url.pathname).toBe('https://arcade.example/demo/pay/alipay/gateway.do');
    const reply = await simulator.page({
      path: '/gateway.do',
      method: 'GET',
      params: Object.fromEntries(url.searchParams),
      mount: '/demo/pay/alipay',
    });
    expect(reply).toMatchObject({ status: 200 });
    expect(reply && 'html' in reply && reply.html).toContain('action="/demo/pay/alipay/sheet"');
  });

  test('what a merchant calls its machines can not become part of what is signed', async () => {
    const { alipay, control } = await world();
    await alipay.prepare(order({ description: 'a&total_amount=100.00&x=<b>"' }));
    expect(control.trades()[0]?.subject).toBe('a＆total_amount＝100.00＆x＝<b>"');
  });

  test('an expired trade is closed', async () => {
    let nowMs = Date.now();
    const { alipay } = await world({ now: () => nowMs });
    await alipay.prepare(order({ expiresAt: new Date(nowMs + 5_000) }));
    nowMs += 10_000;
    expect(await alipay.query('T1')).toMatchObject({ state: 'closed' });
  });

  test('closing what waits, is closed or unknown is fine; what is paid says so', async () => {
    const { alipay, control } = await world();
    await alipay.prepare(order());
    await alipay.close('T1');
    await alipay.close('T1');
    await alipay.close('nothing');
    expect(await alipay.query('T1')).toMatchObject({ state: 'closed' });
    await alipay.prepare(order({ outTradeNo: 'T2' }));
    control.pay('T2', { openId: buyer });
    await expect(alipay.close('T2')).rejects.toMatchObject({ name: 'ChannelRefused', code: 'paid' });
  });
});

describe('refunding', () => {
  const refund = (outRefundNo: string, amountFen: number) => ({
    outTradeNo: 'T1',
    outRefundNo,
    amountFen,
    totalFen: 1230,
    reason: '未出币',
    notifyUrl: 'http://127.0.0.1:9/nobody',
  });

  test('each refund is known by its own number and amount though Alipay adds them up', async () => {
    const { bodies, notifyUrl } = await inbox();
    const { alipay, control } = await world();
    await alipay.prepare(order({ notifyUrl }));
    control.pay('T1', { openId: buyer });
    await control.flushNotices();
    expect(await alipay.refund(refund('R1', 230))).toEqual({
      outRefundNo: 'R1',
      state: 'done',
      amountFen: 230,
    });
    expect(await alipay.refund(refund('R2', 400))).toMatchObject({ state: 'done', amountFen: 400 });
    expect(await alipay.refund(refund('R1', 230))).toEqual({
      outRefundNo: 'R1',
      state: 'done',
      amountFen: 230,
    });
    expect(control.trades()[0]?.refunds.map(({ amountFen }) => amountFen)).toEqual([230, 400]);
    expect(await alipay.queryRefund({ outTradeNo: 'T1', outRefundNo: 'R2' })).toEqual({
      outRefundNo: 'R2',
      state: 'done',
      amountFen: 400,
    });
    await control.flushNotices();
    const notices = await Promise.all(bodies.map((body) => alipay.readNotice({ headers: {}, body })));
    expect(notices).toMatchObject([
      { kind: 'payment' },
      { kind: 'refund', outTradeNo: 'T1', refund: { outRefundNo: 'R1', state: 'done' } },
      { kind: 'refund', outTradeNo: 'T1', refund: { outRefundNo: 'R2', state: 'done' } },
    ]);
    expect(new Set(notices.map(({ id }) => id)).size).toBe(3);
  });

  test('never above what was paid, never with another amount under the same number', async () => {
    const { alipay, control } = await world();
    await alipay.prepare(order());
    await expect(alipay.refund(refund('R0', 1))).rejects.toMatchObject({ code: 'TRADE_STATUS_ERROR' });
    control.pay('T1', { openId: buyer });
    await expect(alipay.refund(refund('R1', 1231))).rejects.toMatchObject({
      code: 'REFUND_AMT_NOT_EQUAL_TOTAL',
    });
    await alipay.refund(refund('R1', 1000));
    await expect(alipay.refund(refund('R1', 999))).rejects.toMatchObject({
      code: 'DISCORDANT_REPEAT_REQUEST',
    });
    await expect(alipay.refund(refund('R2', 231))).rejects.toMatchObject({ name: 'ChannelRefused' });
    expect(await alipay.queryRefund({ outTradeNo: 'T1', outRefundNo: 'R2' })).toMatchObject({
      state: 'absent',
    });
    expect(await alipay.queryRefund({ outTradeNo: 'T9', outRefundNo: 'R1' })).toMatchObject({
      state: 'absent',
    });
  });

  test('a trade refunded as a whole is closed at Alipay, and still one that was paid', async () => {
    const { alipay, control } = await world();
    await alipay.prepare(order());
    control.pay('T1', { openId: buyer });
    await alipay.refund(refund('R1', 1230));
    expect(control.trades()[0]?.status).toBe('TRADE_CLOSED');
    expect(await alipay.query('T1')).toMatchObject({ state: 'paid', amountFen: 1230 });
    await expect(alipay.refund(refund('R2', 1))).rejects.toMatchObject({ code: 'closed' });
  });

  test('an empty account is told apart', async () => {
    const { alipay, control } = await world();
    await alipay.prepare(order());
    control.pay('T1', { openId: buyer });
    control.sellerBroke(true);
    await expect(alipay.refund(refund('R1', 1))).rejects.toMatchObject({ code: 'insufficient' });
  });
});
