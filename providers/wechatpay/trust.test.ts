import { createSign } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import { ChannelUnavailable } from '../pay-channel.ts';
import type { WechatPayOptions } from './client.ts';
import type { WechatPayControl } from './simulated-control.ts';
import {
  type Bench,
  clientFor,
  merchant,
  movableClock,
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

/** Our client behind somebody who changes answers; the list of certificates passes untouched. */
async function behindMeddler(meddle: (reply: Reply) => Reply, options: Partial<WechatPayOptions> = {}) {
  const meddler = await startMeddler(bench.platform.url, (reply, path) =>
    path === '/v3/certificates' ? reply : meddle(reply),
  );
  const channel = clientFor(meddler.url, { clock: bench.clock, ...options });
  cleanUps.push(() => {
    channel.stop();
    meddler.stop();
  });
  return channel;
}

const without = (reply: Reply, header: string): Reply => {
  const { [header]: _, ...headers } = reply.headers;
  return { ...reply, headers };
};
const withHeader = (reply: Reply, name: string, value: string): Reply => ({
  ...reply,
  headers: { ...reply.headers, [name]: value },
});
const unsigned = (status: number, body: object): Reply => ({
  status,
  headers: {},
  body: JSON.stringify(body),
});

describe('an answer', () => {
  it('that nobody changed is believed, also through somebody else', async () => {
    const channel = await behindMeddler((reply) => reply);
    const { outTradeNo } = await payOrder(bench);
    expect(await channel.query(outTradeNo)).toMatchObject({ state: 'paid' });
  });

  it('is believed when the certificates came only at the second try', async () => {
    let asked = 0;
    const meddler = await startMeddler(bench.platform.url, (reply, path) =>
      path === '/v3/certificates' && asked++ === 0 ? unsigned(503, {}) : reply,
    );
    const channel = clientFor(meddler.url, { clock: bench.clock });
    cleanUps.push(() => {
      channel.stop();
      meddler.stop();
    });
    const { outTradeNo } = await payOrder(bench);
    expect(await channel.query(outTradeNo)).toMatchObject({ state: 'paid' });
    expect(asked).toBe(2);
  });

  const changed: [string, (reply: Reply) => Reply][] = [
    ['another amount', (reply) => ({ ...reply, body: reply.body.replace(/1000|订单/, '9000') })],
    ['a space more', (reply) => ({ ...reply, body: `${reply.body} ` })],
    ['no signature', (reply) => without(reply, 'wechatpay-signature')],
    ['no serial', (reply) => without(reply, 'wechatpay-serial')],
    ['the signature of nothing', (reply) => withHeader(reply, 'wechatpay-signature', 'AAAA')],
    ['an unknown serial', (reply) => withHeader(reply, 'wechatpay-serial', '00')],
    ['another nonce', (reply) => withHeader(reply, 'wechatpay-nonce', 'x')],
    [
      'another time',
      (reply) => withHeader(reply, 'wechatpay-timestamp', String(Math.floor(Date.now() / 1000) + 1)),
    ],
    ['an unsigned "no such order"', () => unsigned(404, { code: 'ORDER_NOT_EXIST', message: '' })],
    ['an unsigned refusal', () => unsigned(400, { code: 'INVALID_REQUEST', message: '' })],
    ['an unsigned success', () => unsigned(200, { trade_state: 'SUCCESS' })],
    ['somebody’s error page', () => ({ status: 502, headers: {}, body: '<html></html>' })],
    [
      'a way to somebody else',
      () => ({ status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: '' }),
    ],
  ];
  it.each(changed)('with %s is no answer', async (_, meddle) => {
    const channel = await behindMeddler(meddle);
    const { outTradeNo } = await payOrder(bench);
    await expect(channel.query(outTradeNo)).rejects.toBeInstanceOf(ChannelUnavailable);
    await expect(channel.close(outTradeNo)).rejects.toBeInstanceOf(ChannelUnavailable);
  });

  it('to another question is no answer to this one', async () => {
    const first = await payOrder(bench);
    let kept: Reply | undefined;
    const channel = await behindMeddler((reply) => {
      kept ??= reply;
      return kept;
    });
    expect(await channel.query(first.outTradeNo)).toMatchObject({ state: 'paid' });
    await expect(channel.query('T88888888')).rejects.toBeInstanceOf(ChannelUnavailable);
  });

  it('signed over something else by the platform’s own key is refused', async () => {
    const { outTradeNo } = await payOrder(bench);
    await bench.channel.query(outTradeNo);
    bench.platform.control.forgeAnswers(1);
    await expect(bench.channel.query(outTradeNo)).rejects.toBeInstanceOf(ChannelUnavailable);
    expect(await bench.channel.query(outTradeNo)).toMatchObject({ state: 'paid' });
  });

  it('of more than five minutes ago is refused', async () => {
    const { outTradeNo } = await payOrder(bench);
    const clock = movableClock();
    const channel = await behindMeddler(
      (reply) => {
        clock.forward(6 * minuteMs);
        return reply;
      },
      { clock },
    );
    await expect(channel.query(outTradeNo)).rejects.toThrow('clock');
  });
});

describe('when the platform fails', () => {
  const failures: [string, (control: WechatPayControl, on: boolean) => void][] = [
    ['is not there', (control, on) => control.outage(on)],
    ['has an error', (control, on) => control.systemError(on)],
    ['takes too long', (control, on) => control.delayAnswers(on ? 60_000 : 0)],
  ];
  it.each(failures)(
    'because it %s, nothing is guessed and the same request passes afterwards',
    async (_, fail) => {
      const own = await startBench();
      const hasty = clientFor(own.platform.url, { clock: own.clock, timeoutMs: 300 });
      try {
        const request = order(own.clock);
        fail(own.platform.control, true);
        await expect(hasty.prepare(request)).rejects.toBeInstanceOf(ChannelUnavailable);
        await expect(hasty.query(request.outTradeNo)).rejects.toBeInstanceOf(ChannelUnavailable);
        fail(own.platform.control, false);
        expect(await own.channel.prepare(request)).toMatchObject({ kind: 'signPackage' });
      } finally {
        hasty.stop();
        await own.stop();
      }
    },
  );

  it('after the refund and before the answer, the refund is there and is not made twice', async () => {
    const { outTradeNo } = await payOrder(bench);
    const request = {
      outTradeNo,
      outRefundNo: `${outTradeNo}R`,
      amountFen: 400,
      totalFen: 1000,
      reason: '未出币',
      notifyUrl: 'https://merchant.example/refund',
    };
    bench.platform.control.loseAnswers(1);
    await expect(bench.channel.refund(request)).rejects.toBeInstanceOf(ChannelUnavailable);
    await bench.channel.refund(request);
    const made = bench.platform.control.refunds().filter((refund) => refund.outTradeNo === outTradeNo);
    expect(made.map(({ amountFen }) => amountFen)).toEqual([400]);
  });

  it('its errors are told without our request, in which a key stands', async () => {
    const channel = clientFor('http://127.0.0.1:1');
    cleanUps.push(() => channel.stop());
    const error = await channel.query('T00000001').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ChannelUnavailable);
    expect((error as Error).cause).toBeUndefined();
    expect(String(error)).not.toMatch(/Authorization|signature=/);
  });
});

describe('our own signature', () => {
  const wrong: [string, Partial<WechatPayOptions>][] = [
    ['another merchant', { mchId: '1900000999' }],
    ['another certificate', { certificateSerial: 'AA' }],
  ];
  it.each(wrong)('in the name of %s gets no answer', async (_, options) => {
    const channel = clientFor(bench.platform.url, { clock: bench.clock, ...options });
    cleanUps.push(() => channel.stop());
    await expect(channel.query('T00000001')).rejects.toBeInstanceOf(ChannelUnavailable);
  });

  it('of an hour ago gets no answer', async () => {
    const clock = movableClock();
    clock.forward(-hourMs);
    const channel = clientFor(bench.platform.url, { clock });
    cleanUps.push(() => channel.stop());
    await expect(channel.query('T00000001')).rejects.toBeInstanceOf(ChannelUnavailable);
  });

  it('covers method, path and body', async () => {
    const path = '/v3/pay/transactions/jsapi';
    const timestamp = Math.floor(bench.clock.now().getTime() / 1000);
    const signature = createSign('sha256')
      .update(`POST\n${path}\n${timestamp}\nnonce\n{"a":1}\n`)
      .sign(merchant.privateKeyPem, 'base64');
    const authorization = `WECHATPAY2-SHA256-RSA2048 signature="${signature}",timestamp="${timestamp}",nonce_str="nonce",mchid="${merchant.mchId}",serial_no="${merchant.serial}"`;
    const ask = async (method: string, asked: string, body?: string) =>
      (await fetch(bench.platform.url + asked, { method, headers: { authorization }, body })).status;
    expect(await ask('POST', path, '{"a":1}')).toBe(400);
    expect(await ask('POST', path, '{"a":2}')).toBe(401);
    expect(await ask('POST', `${path}?a=1`, '{"a":1}')).toBe(401);
    expect(await ask('GET', path)).toBe(401);
  });

  it('needs an APIv3 key of 32 bytes', () => {
    expect(() => clientFor(bench.platform.url, { apiV3Key: 'short' })).toThrow('32 bytes');
  });
});
