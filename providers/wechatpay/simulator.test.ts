import { fork } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { soon } from '#kit/server/testing/patience.ts';
import type { Prepared } from '../pay-channel.ts';
import type { PageReply } from '../simulator-pages.ts';
import { startWechatPaySimulator } from './simulator.ts';
import type { ControlReply, Ready } from './simulator-process.ts';
import {
  type Bench,
  clientFor,
  notifyUrl,
  order,
  payer,
  payOrder,
  simulatorOptions,
  startBench,
} from './testing/bench.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'wechatpay-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('the platform’s memory', () => {
  it('outlives a restart: keys, trades, and what was under way', async () => {
    const stateFile = join(folder, 'restart.jsonl');
    const first = await startBench({ stateFile, settleMs: 3_600_000 });
    const { outTradeNo } = await payOrder(first);
    const refund = {
      outTradeNo,
      outRefundNo: 'RESTART1',
      amountFen: 500,
      totalFen: 1000,
      reason: '退',
      notifyUrl,
    };
    await first.channel.refund(refund);
    first.answers.push(500);
    await payOrder(first);
    await first.stop();

    const second = await startBench({ stateFile });
    try {
      expect(second.platform.platformKeys).toEqual(first.platform.platformKeys);
      expect(await second.channel.query(outTradeNo)).toMatchObject({ state: 'paid' });
      await expect.poll(() => second.channel.queryRefund(refund), soon).toMatchObject({ state: 'done' });
      await expect
        .poll(() => second.platform.control.notices().map(({ state }) => state), soon)
        .toEqual(['delivered', 'delivered', 'delivered']);
    } finally {
      await second.stop();
    }
  });

  it('keeps what was whole when a line was cut off by a sudden end, and stays readable for its owner only', async () => {
    const stateFile = join(folder, 'cut.jsonl');
    const first = await startBench({ stateFile });
    const { outTradeNo } = await payOrder(first);
    await first.stop();
    appendFileSync(stateFile, '["trade","T0000');
    const second = await startBench({ stateFile });
    try {
      expect(second.platform.control.trades()).toMatchObject([{ outTradeNo, state: 'SUCCESS' }]);
      expect(readFileSync(stateFile, 'utf8')).toMatch(/\n$/);
      expect(statSync(stateFile).mode & 0o077).toBe(0);
    } finally {
      await second.stop();
    }
  });

  it('is lost without a file', async () => {
    const first = await startWechatPaySimulator(simulatorOptions);
    await first.stop();
    const second = await startWechatPaySimulator(simulatorOptions);
    await second.stop();
    expect(second.platformKeys).not.toEqual(first.platformKeys);
  });
});

describe('the platform as a process of its own', () => {
  it('is worked from outside and ends with who started it', async () => {
    const child = fork(new URL('./simulator-process.ts', import.meta.url), { stdio: 'inherit' });
    const heard = <Message>() => new Promise<Message>((resolve) => child.once('message', resolve as never));
    const call = (id: number, name: string, ...args: unknown[]) => {
      const reply = heard<ControlReply>();
      child.send({ id, call: name, args });
      return reply;
    };
    const ready = heard<Ready>();
    child.send(simulatorOptions);
    const { url, platformKeys } = await ready;
    const channel = clientFor(url, { platformKeys });
    try {
      const request = order({ now: () => new Date() });
      await channel.prepare(request);
      expect(await call(1, 'pay', request.outTradeNo)).toMatchObject({ id: 1, result: { state: 'SUCCESS' } });
      expect(await call(2, 'pay', request.outTradeNo)).toMatchObject({
        id: 2,
        error: expect.stringContaining('订单已支付'),
      });
      expect(await channel.query(request.outTradeNo)).toMatchObject({ state: 'paid' });
    } finally {
      channel.stop();
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      child.disconnect();
      expect(await ended).toBe(0);
    }
  });
});

describe('the payment sheet', () => {
  let bench: Bench;
  beforeAll(async () => {
    bench = await startBench({ merchantName: '欢乐 <电玩>' });
  });
  afterAll(() => bench.stop());

  const prepayIdOf = (prepared: Prepared) =>
    prepared.kind === 'signPackage' ? prepared.signPackage.package.replace('prepay_id=', '') : '';
  const returnUrl = 'http://127.0.0.1:4000/paySuccess?id=7#top';

  async function opened() {
    const request = order(bench.clock, { description: '"币" & 票', amountFen: 123_456 });
    const prepay_id = prepayIdOf(await bench.channel.prepare(request));
    return { outTradeNo: request.outTradeNo, prepay_id };
  }

  const show = async (params: Record<string, string>) => {
    const response = await fetch(`${bench.platform.url}/sheet?${new URLSearchParams(params)}`);
    return { status: response.status, html: await response.text() };
  };
  const press = (params: Record<string, string>) =>
    fetch(`${bench.platform.url}/sheet`, {
      method: 'POST',
      body: new URLSearchParams(params),
      redirect: 'manual',
    });

  it('shows who gets how much for what, and takes no word of it for HTML', async () => {
    const { prepay_id } = await opened();
    const { status, html } = await show({ prepay_id, return: returnUrl });
    expect(status).toBe(200);
    expect(html).toContain('欢乐 &lt;电玩&gt;');
    expect(html).toContain('1,234.56');
    expect(html).toContain('&quot;币&quot; &amp; 票');
    expect(html).toContain('林小雨');
  });

  it('pays and leads back', async () => {
    const { prepay_id, outTradeNo } = await opened();
    const answer = await press({ prepay_id, return: returnUrl, do: 'pay' });
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe('http://127.0.0.1:4000/paySuccess?id=7&result=ok#top');
    expect(await bench.channel.query(outTradeNo)).toMatchObject({ state: 'paid', amountFen: 123_456 });
    expect((await show({ prepay_id })).html).toContain('已付款');
    expect((await press({ prepay_id, do: 'pay' })).status).toBe(200);
  });

  it('leads back unpaid after a no', async () => {
    const { prepay_id, outTradeNo } = await opened();
    const answer = await press({ prepay_id, return: returnUrl, do: 'cancel' });
    expect(answer.headers.get('location')).toContain('result=cancel');
    expect(await bench.channel.query(outTradeNo)).toMatchObject({ state: 'waiting' });
  });

  it('asks who pays where a QR code was scanned', async () => {
    const request = order(bench.clock, { scene: 'page', payerId: undefined });
    const prepared = await bench.channel.prepare(request);
    const code_url = prepared.kind === 'page' ? prepared.url : '';
    const { html } = await show({ code_url });
    expect(html).toContain('林小雨');
    expect(html).toContain('张伟');
    await press({ code_url, do: 'pay', openid: 'oDemoZhangWei00000000000002' });
    expect(await bench.channel.query(request.outTradeNo)).toMatchObject({
      state: 'paid',
      payerId: 'oDemoZhangWei00000000000002',
    });
  });

  it('has nothing for unknown, closed or overdue orders', async () => {
    expect((await show({ prepay_id: 'wx1' })).status).toBe(404);
    expect((await show({})).status).toBe(404);
    const { prepay_id, outTradeNo } = await opened();
    await bench.channel.close(outTradeNo);
    expect((await show({ prepay_id })).html).toContain('订单已关闭');
    expect(await (await press({ prepay_id, do: 'pay' })).text()).toContain('订单已关闭');
  });

  it.each(['javascript:alert(1)', '//elsewhere.example', '/\\elsewhere.example', 'data:text/html,x'])(
    'never leads to %s',
    async (address) => {
      const { prepay_id } = await opened();
      expect((await show({ prepay_id, return: address })).html).not.toContain('elsewhere');
      expect((await press({ prepay_id, return: address, do: 'cancel' })).headers.get('location')).toBeNull();
    },
  );

  it('can stand under another address', async () => {
    const { prepay_id } = await opened();
    const params = { prepay_id, return: '/paySuccess' };
    const page = (await bench.platform.page({
      path: '/sheet',
      method: 'GET',
      params,
      mount: '/demo/wechat',
    })) as {
      html: string;
    };
    expect(page.html).toContain('action="/demo/wechat/sheet"');
    const pressed: PageReply | undefined = await bench.platform.page({
      path: '/sheet',
      method: 'POST',
      params: { ...params, do: 'pay' },
    });
    expect(pressed).toEqual({ status: 302, location: '/paySuccess?result=ok' });
    expect(await bench.platform.page({ path: '/elsewhere', method: 'GET', params: {} })).toBeUndefined();
  });
});

describe('an order', () => {
  it('for an app that is not the merchant’s is refused', async () => {
    const bench = await startBench({ appId: 'wxanotherapp00000', miniProgramAppId: undefined });
    try {
      await expect(bench.channel.prepare(order(bench.clock))).rejects.toMatchObject({
        code: 'APPID_MCHID_NOT_MATCH',
      });
      await expect(
        bench.channel.transfer({
          outBillNo: 'P1',
          amountFen: 100,
          payeeId: payer.openId,
          remark: '提现',
          notifyUrl,
        }),
      ).rejects.toMatchObject({ name: 'ChannelRefused' });
      expect(bench.platform.control.trades()).toEqual([]);
    } finally {
      await bench.stop();
    }
  });
});
