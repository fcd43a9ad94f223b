import { fork } from 'node:child_process';
import { createSign, generateKeyPairSync } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { ChannelUnavailable, type PrepareRequest } from '../pay-channel.ts';
import { fenOf, instantOf, stampOf, yuanOf } from './amounts.ts';
import { createAlipay } from './client.ts';
import { type AlipaySimulatorOptions, startAlipaySimulator } from './simulator.ts';
import type { ControlReply, Ready } from './simulator-process.ts';

const pair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    privateKeyPem: privateKey.export({ type: 'pkcs1', format: 'pem' }).toString(),
    publicKeyPem: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
  };
};
const merchant = pair();
const stranger = pair();
const appId = '2021000199990001';
const sellerId = '2088100000000009';
const buyer = '2088000000000001';
const anHour = 3_600_000;

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function world(options: Partial<AlipaySimulatorOptions> = {}) {
  const simulator = await startAlipaySimulator({
    appId,
    sellerId,
    merchantPublicKeyPem: merchant.publicKeyPem,
    ...options,
  });
  closing.push(simulator.stop);
  const alipay = createAlipay({
    appId,
    sellerId,
    privateKeyPem: merchant.privateKeyPem,
    alipayPublicKeyPem: simulator.alipayPublicKeyPem,
    gateway: simulator.gateway,
    authorizePage: simulator.authorizePage,
    timeoutMs: 2_000,
  });
  return { simulator, alipay, control: simulator.control };
}

/** Our end of the notices: keeps what came, answers what the test says. */
async function inbox(answer: () => string = () => 'success') {
  const bodies: string[] = [];
  const url = await listen((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      bodies.push(body);
      response.end(answer());
    });
  });
  return { bodies, notifyUrl: `${url}/notify` };
}

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const order = (changes: Partial<PrepareRequest> = {}): PrepareRequest => ({
  outTradeNo: 'T1',
  amountFen: 1230,
  description: '欢乐抓抓乐园 3号机',
  scene: 'jsapi',
  payerId: buyer,
  notifyUrl: 'http://127.0.0.1:9/nobody',
  expiresAt: new Date(Date.now() + anHour),
  profitSharing: false,
  ...changes,
});

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

describe('transferring', () => {
  const transfer = (outBillNo: string, changes = {}) => ({
    outBillNo,
    amountFen: 5000,
    payeeId: buyer,
    payeeName: '陈思远',
    remark: '提现',
    notifyUrl: 'http://127.0.0.1:9/nobody',
    ...changes,
  });

  test('goes out once however often it is asked for', async () => {
    const { alipay, control } = await world();
    const first = await alipay.transfer(transfer('B1'));
    expect(first).toMatchObject({ state: 'done', amountFen: 5000 });
    expect(await alipay.transfer(transfer('B1'))).toEqual(first);
    expect(control.transfers()).toHaveLength(1);
    await expect(alipay.transfer(transfer('B1', { amountFen: 5001 }))).rejects.toMatchObject({
      name: 'ChannelRefused',
    });
    expect(await alipay.queryTransfer('B1')).toMatchObject({ state: 'done', amountFen: 5000 });
    expect(await alipay.queryTransfer('B9')).toEqual({ outBillNo: 'B9', state: 'absent' });
  });

  test('waits, and fails with a reason', async () => {
    const { alipay, control } = await world();
    control.holdTransfers(true);
    expect(await alipay.transfer(transfer('B1'))).toMatchObject({ state: 'processing' });
    control.settleTransfer('B1', 'FAIL', '收款账户异常');
    expect(await alipay.queryTransfer('B1')).toMatchObject({ state: 'failed', reason: '收款账户异常' });
  });

  test.each([
    [{ amountFen: 9 }, 'EXCEED_LIMIT_SM_MIN_AMOUNT'],
    [{ payeeName: '别人' }, 'PAYEE_USER_INFO_ERROR'],
    [{ payeeId: '2088999999999999' }, 'PAYEE_NOT_EXIST'],
  ])('is refused for %j', async (changes, code) => {
    const { alipay } = await world();
    await expect(alipay.transfer(transfer('B1', changes))).rejects.toMatchObject({ code });
  });
});

describe('logging in', () => {
  test('a person chooses who to be, and the code serves once', async () => {
    const { alipay, simulator } = await world();
    const url = alipay.authorizeUrl('http://127.0.0.1:9/back?from=1', 'S1');
    expect(await (await fetch(url)).text()).toContain('陈思远');
    const agreed = await fetch(simulator.authorizePage, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), person: buyer }),
    });
    const back = new URL(agreed.headers.get('location') ?? '');
    expect(back.searchParams.get('state')).toBe('S1');
    const code = back.searchParams.get('auth_code') ?? '';
    expect(await alipay.exchangeCode(code)).toMatchObject({ openId: buyer });
    await expect(alipay.exchangeCode(code)).rejects.toMatchObject({
      name: 'ChannelRefused',
      code: 'isv.code-invalid',
    });
  });
});

describe('answers that can not be trusted', () => {
  test('a forged signature says nothing of whether it happened', async () => {
    const { alipay, control } = await world();
    control.forgeAnswers(1);
    await expect(alipay.prepare(order())).rejects.toBeInstanceOf(ChannelUnavailable);
    expect(control.trades()).toHaveLength(1);
    expect(await alipay.query('T1')).toMatchObject({ state: 'waiting' });
  });

  test('an outage and a lost answer are the same to us, and asking later tells them apart', async () => {
    const { alipay, control } = await world();
    control.outage(true);
    await expect(alipay.prepare(order())).rejects.toBeInstanceOf(ChannelUnavailable);
    control.outage(false);
    expect(await alipay.query('T1')).toMatchObject({ state: 'absent' });
    control.loseAnswers(1);
    await expect(alipay.prepare(order())).rejects.toBeInstanceOf(ChannelUnavailable);
    expect(await alipay.query('T1')).toMatchObject({ state: 'waiting' });
  });

  const signed = (text: string, key = stranger.privateKeyPem) =>
    createSign('RSA-SHA256').update(text).sign(key, 'base64');
  const unpaid =
    '{"code":"10000","out_trade_no":"T1","trade_no":"1","trade_status":"WAIT_BUYER_PAY","total_amount":"12.30"}';
  const paid = unpaid.replace('WAIT_BUYER_PAY', 'TRADE_SUCCESS');
  const key = 'alipay_trade_query_response';

  /** A client that believes the stranger's key, and whoever stands in between. */
  async function betweenUs(raw: string, status = 200) {
    const gateway = await listen((_request, response) => response.writeHead(status).end(raw));
    return createAlipay({
      appId,
      sellerId,
      privateKeyPem: merchant.privateKeyPem,
      alipayPublicKeyPem: stranger.publicKeyPem,
      gateway,
      timeoutMs: 300,
    });
  }

  test('the bench itself: a true answer is read', async () => {
    const alipay = await betweenUs(`{"${key}":${unpaid},"sign":"${signed(unpaid)}"}`);
    expect(await alipay.query('T1')).toMatchObject({ state: 'waiting' });
  });

  test.each([
    ['another inner text', `{"${key}":${paid},"sign":"${signed(unpaid)}"}`],
    ['a second, unsigned part', `{"${key}":${unpaid},"sign":"${signed(unpaid)}","${key}":${paid}}`],
    ['a first, unsigned part', `{"${key}":${paid},"${key}":${unpaid},"sign":"${signed(unpaid)}"}`],
    ['no signature', `{"${key}":${paid}}`],
    ['an unsigned refusal', '{"error_response":{"code":"40004","sub_code":"ACQ.TRADE_NOT_EXIST"}}'],
    ['somebody else’s signature', `{"${key}":${paid},"sign":"${signed(paid, merchant.privateKeyPem)}"}`],
    ['no JSON', '<html>502</html>'],
    ['nothing', ''],
  ])('%s is no answer', async (_what, raw) => {
    const alipay = await betweenUs(raw);
    await expect(alipay.query('T1')).rejects.toBeInstanceOf(ChannelUnavailable);
  });

  test.each(['ACQ.SYSTEM_ERROR', 'aop.ACQ.SYSTEM_ERROR', 'isp.unknow-error'])(
    '%s is no answer',
    async (sub) => {
      const inner = `{"code":"40004","msg":"Business Failed","sub_code":"${sub}"}`;
      const alipay = await betweenUs(`{"${key}":${inner},"sign":"${signed(inner)}"}`);
      await expect(alipay.query('T1')).rejects.toBeInstanceOf(ChannelUnavailable);
    },
  );

  test('silence is no answer', async () => {
    const gateway = await listen(() => undefined);
    const alipay = createAlipay({
      appId,
      sellerId,
      privateKeyPem: merchant.privateKeyPem,
      alipayPublicKeyPem: stranger.publicKeyPem,
      gateway,
      timeoutMs: 100,
    });
    await expect(alipay.query('T1')).rejects.toBeInstanceOf(ChannelUnavailable);
  });

  test('a request signed with a key Alipay does not know is refused', async () => {
    const { simulator } = await world();
    const impostor = createAlipay({
      appId,
      sellerId,
      privateKeyPem: stranger.privateKeyPem,
      alipayPublicKeyPem: simulator.alipayPublicKeyPem,
      gateway: simulator.gateway,
    });
    await expect(impostor.query('T1')).rejects.toMatchObject({ code: 'isv.invalid-signature' });
  });
});

describe('notices', () => {
  async function paidTrade() {
    const found = await world();
    await found.alipay.prepare(order());
    found.control.pay('T1', { openId: buyer });
    return found;
  }

  test('any change of a byte is refused, unless it says the same', async () => {
    const { alipay, control } = await paidTrade();
    const body = control.notice('T1');
    const said = JSON.stringify([...new URLSearchParams(body)]);
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: body.length - 1 }),
        fc.integer({ min: 32, max: 126 }),
        async (at, code) => {
          const altered = body.slice(0, at) + String.fromCharCode(code) + body.slice(at + 1);
          fc.pre(JSON.stringify([...new URLSearchParams(altered)]) !== said);
          await expect(alipay.readNotice({ headers: {}, body: altered })).rejects.toMatchObject({
            name: 'NoticeRefused',
          });
        },
      ),
      { numRuns: 400 },
    );
  });

  test('the same signed text can not be cut into other fields', async () => {
    const { alipay, control } = await paidTrade();
    const body = control.notice('T1', { subject: 'a&total_amount=100.00&trade_mem=' });
    const fields = Object.fromEntries(new URLSearchParams(body));
    const recut = new URLSearchParams({
      ...fields,
      subject: 'a',
      total_amount: '100.00',
      trade_mem: `&total_amount=${fields.total_amount}`,
    });
    for (const sent of [body, recut.toString()])
      await expect(alipay.readNotice({ headers: {}, body: sent })).rejects.toMatchObject({
        refusal: 'malformed',
      });
  });

  test.each([
    ['', 'malformed'],
    ['a=1&a=2', 'malformed'],
    ['app_id=1', 'signature'],
  ])('%j is refused', async (body, refusal) => {
    const { alipay } = await world();
    await expect(alipay.readNotice({ headers: {}, body })).rejects.toMatchObject({ refusal });
  });

  test('a weaker kind of signature is refused even where it is true', async () => {
    const { alipay, control } = await paidTrade();
    const fields = Object.fromEntries(new URLSearchParams(control.notice('T1')));
    for (const sign_type of ['RSA', '', 'toString'])
      await expect(
        alipay.readNotice({ headers: {}, body: new URLSearchParams({ ...fields, sign_type }).toString() }),
      ).rejects.toMatchObject({ refusal: 'signature' });
  });

  test('whose it is and how much is told as it was signed, for the caller to compare', async () => {
    const { alipay, control } = await paidTrade();
    const body = control.notice('T1', { seller_id: '2088777', app_id: '2021', total_amount: '0.01' });
    expect(await alipay.readNotice({ headers: {}, body })).toMatchObject({
      merchantId: '2088777',
      appId: '2021',
      trade: { amountFen: 1 },
    });
    const closed = control.notice('T1', { trade_status: 'TRADE_CLOSED' });
    expect(await alipay.readNotice({ headers: {}, body: closed })).toMatchObject({
      kind: 'payment',
      trade: { state: 'closed' },
    });
    const odd = control.notice('T1', { total_amount: '12.3.0' });
    await expect(alipay.readNotice({ headers: {}, body: odd })).rejects.toMatchObject({
      refusal: 'malformed',
    });
  });

  test('are repeated with the same id until the answer is success', async () => {
    const answers = ['fail', 'SUCCESS?', 'success'];
    const { bodies, notifyUrl } = await inbox(() => answers.shift() ?? 'success');
    const { alipay, control } = await world();
    await alipay.prepare(order({ notifyUrl }));
    control.loseNotices(1);
    control.pay('T1', { openId: buyer });
    for (let round = 0; round < 6; round += 1) await control.flushNotices();
    expect(bodies).toHaveLength(3);
    const ids = await Promise.all(
      bodies.map(async (body) => (await alipay.readNotice({ headers: {}, body })).id),
    );
    expect(new Set(ids).size).toBe(1);
  });

  test('are repeated by themselves on the documented schedule, here made shorter', async () => {
    let answer = 'fail';
    const { bodies, notifyUrl } = await inbox(() => answer);
    const { alipay, control } = await world({ repeatScale: 1e-5 });
    await alipay.prepare(order({ notifyUrl }));
    control.pay('T1', { openId: buyer });
    await expect.poll(() => bodies.length).toBeGreaterThanOrEqual(3);
    answer = 'success';
    await control.flushNotices();
    const heard = bodies.length;
    await control.flushNotices();
    expect(bodies).toHaveLength(heard);
  });
});

describe('memory', () => {
  const folder = async () => {
    const path = await mkdtemp(join(tmpdir(), 'alipay-'));
    closing.push(() => rm(path, { recursive: true }));
    return path;
  };

  test('trades, keys and unheard notices outlive a restart', async () => {
    const { bodies, notifyUrl } = await inbox();
    const stateFile = join(await folder(), 'alipay.json');
    const before = await world({ stateFile });
    await before.alipay.prepare(order({ notifyUrl }));
    before.control.loseNotices(1);
    before.control.pay('T1', { openId: buyer });
    await before.control.flushNotices();
    await before.simulator.stop();
    const after = await world({ stateFile });
    expect(after.simulator.alipayPublicKeyPem).toBe(before.simulator.alipayPublicKeyPem);
    expect(await after.alipay.query('T1')).toMatchObject({ state: 'paid' });
    expect(bodies).toHaveLength(0);
    await after.control.flushNotices();
    expect(bodies).toHaveLength(1);
  });

  test('a process of its own is worked from outside', async () => {
    const child = fork(join(import.meta.dirname, 'simulator-process.ts'));
    closing.push(
      () =>
        new Promise((resolve) => {
          child.once('exit', resolve);
          child.disconnect();
        }),
    );
    const answer = <T>() =>
      new Promise<T>((resolve) => child.once('message', (message) => resolve(message as T)));
    child.send({ appId, sellerId, merchantPublicKeyPem: merchant.publicKeyPem });
    const { gateway, alipayPublicKeyPem } = await answer<Ready>();
    const alipay = createAlipay({
      appId,
      sellerId,
      privateKeyPem: merchant.privateKeyPem,
      alipayPublicKeyPem,
      gateway,
    });
    await alipay.prepare(order());
    child.send({ id: 1, call: 'pay', args: ['T1', { openId: buyer }] });
    expect(await answer<ControlReply>()).toMatchObject({ id: 1, result: { status: 'TRADE_SUCCESS' } });
    child.send({ id: 2, call: 'pay', args: ['T1', { openId: buyer }] });
    expect(await answer<ControlReply>()).toMatchObject({
      id: 2,
      error: expect.stringContaining('交易已被支付'),
    });
    expect(await alipay.query('T1')).toMatchObject({ state: 'paid' });
  });
});
