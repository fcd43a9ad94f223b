import { createSign } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ChannelUnavailable } from '../pay-channel.ts';
import { createAlipay } from './client.ts';
import { appId, buyer, listen, merchant, order, sellerId, stranger, world } from './test-world.ts';

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

  test('needs the certificate mode: with a key alone nothing is sent, and paying works as before', async () => {
    const { alipay, control } = await world({ trust: 'key' });
    await expect(alipay.transfer(transfer('B1'))).rejects.toMatchObject({ code: 'certificate' });
    expect(control.transfers()).toEqual([]);
    await alipay.prepare(order());
    control.pay('T1', { openId: buyer });
    expect(await alipay.query('T1')).toMatchObject({ state: 'paid', amountFen: 1230 });
  });

  test('is not believed when the answer names another certificate, nor begun with one of somebody else', async () => {
    const { simulator } = await world();
    const { certificates, gateway } = simulator;
    const common = { appId, sellerId, privateKeyPem: merchant.privateKeyPem, gateway, timeoutMs: 60_000 };
    // of the same key, so that the signature alone would do
    const other = createAlipay({
      ...common,
      certificates: { ...certificates, alipayPem: certificates.rootPem },
    });
    await expect(other.transfer(transfer('B1'))).rejects.toThrow(ChannelUnavailable);
    expect(() =>
      createAlipay({ ...common, certificates: { ...certificates, appPem: certificates.alipayPem } }),
    ).toThrow('not for its private key');
    const foreign = createAlipay({
      ...common,
      certificates: { ...certificates, rootPem: certificates.alipayPem },
    });
    await expect(foreign.queryTransfer('B1')).rejects.toMatchObject({ name: 'ChannelRefused' });
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
  async function agree(page: string, url: string): Promise<URLSearchParams> {
    const agreed = await fetch(page, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ ...Object.fromEntries(new URL(url).searchParams), person: buyer }),
    });
    return new URL(agreed.headers.get('location') ?? '').searchParams;
  }

  test('the name is told to who asked the person for it, and to nobody else', async () => {
    const { alipay, simulator } = await world();
    const tokenFor = async (scope: 'auth_base' | 'auth_user') => {
      const url = alipay.authorizeUrl('http://127.0.0.1:9/back', scope, 'S1');
      const code = (await agree(simulator.authorizePage, url)).get('auth_code') ?? '';
      return (await alipay.exchangeCode(code)).accessToken;
    };
    expect(await alipay.profile(await tokenFor('auth_user'))).toEqual({ name: '陈思远' });
    await expect(alipay.profile(await tokenFor('auth_base'))).rejects.toMatchObject({
      name: 'ChannelRefused',
      code: 'isv.insufficient-user-permissions',
    });
    await expect(alipay.profile('authusrBnobody')).rejects.toMatchObject({ name: 'ChannelRefused' });
  });

  test('a profile with a forged signature is not believed', async () => {
    const { alipay, control, simulator } = await world();
    const url = alipay.authorizeUrl('http://127.0.0.1:9/back', 'auth_user', 'S1');
    const code = (await agree(simulator.authorizePage, url)).get('auth_code') ?? '';
    const { accessToken } = await alipay.exchangeCode(code);
    control.forgeAnswers(1);
    await expect(alipay.profile(accessToken)).rejects.toBeInstanceOf(ChannelUnavailable);
  });

  test('a person chooses who to be, and the code serves once', async () => {
    const { alipay, simulator } = await world();
    const url = alipay.authorizeUrl('http://127.0.0.1:9/back?from=1', 'auth_base', 'S1');
    expect(await (await fetch(url)).text()).toContain('陈思远');
    const back = await agree(simulator.authorizePage, url);
    expect(back.get('state')).toBe('S1');
    const code = back.get('auth_code') ?? '';
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

  /** A client that believes the stranger's key, and somebody who stands in between. */
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
