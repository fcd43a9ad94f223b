import { fork } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { soon } from '#kit/server/testing/patience.ts';
import { createAlipay } from './client.ts';
import type { ControlReply, Ready } from './simulator-process.ts';
import { appId, buyer, closing, inbox, merchant, order, sellerId, world } from './test-world.ts';

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
    await expect.poll(() => bodies.length, soon).toBeGreaterThanOrEqual(3);
    answer = 'success';
    // one that was on its way meanwhile heard 'fail' and comes once more; then it is over
    await expect
      .poll(async () => {
        const heard = bodies.length;
        await control.flushNotices();
        return bodies.length - heard;
      }, soon)
      .toBe(0);
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

  test('is kept by two servers of one folder without either ending the other', async () => {
    const place = await folder();
    const stateFile = join(place, 'alipay.json');
    const trouble: unknown[] = [];
    const both = await Promise.all(
      [1, 2].map(() => world({ stateFile, onTrouble: (error) => trouble.push(error) })),
    );
    await Promise.all(
      both.flatMap(({ alipay, control }, server) =>
        Array.from({ length: 20 }, async (_, n) => {
          const outTradeNo = `S${server}T${n}`;
          await alipay.prepare(order({ outTradeNo }));
          control.pay(outTradeNo, { openId: buyer });
        }),
      ),
    );
    for (const { simulator } of both) await simulator.stop();
    expect(trouble).toEqual([]);
    const { state } = JSON.parse(await readFile(stateFile, 'utf8')) as { state: { trades: object } };
    expect(Object.keys(state.trades)).toHaveLength(20);
    expect(await readdir(place)).toEqual(['alipay.json']);
  });

  test('that can not be written is reported and ends nothing', async () => {
    const place = join(await folder(), 'gone');
    await mkdir(place);
    const trouble: unknown[] = [];
    const { alipay, control } = await world({
      stateFile: join(place, 'alipay.json'),
      onTrouble: (error) => trouble.push(error),
    });
    await alipay.prepare(order());
    await rm(place, { recursive: true });
    control.pay('T1', { openId: buyer });
    await expect.poll(() => trouble.length, soon).toBeGreaterThan(0);
    expect(trouble[0]).toMatchObject({ code: 'ENOENT' });
    await mkdir(place);
    expect(await alipay.query('T1')).toMatchObject({ state: 'paid' });
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
