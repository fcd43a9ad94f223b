import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { createWechat, WechatRefused, WechatUnavailable } from './client.ts';
import { startWechatSimulator, type WechatSimulator } from './simulator.ts';

const app = { appId: 'wx0123456789abcdef', secret: 'a secret of the official account' };
const person = { openId: 'oDemoLinXiaoyu0000000000001', name: '林小雨' };

let offsetMs = 0;
const clock: Clock = { now: () => new Date(Date.now() + offsetMs) };
let platform: WechatSimulator;
beforeAll(async () => {
  platform = await startWechatSimulator({ ...app, clock });
});
afterAll(() => platform.stop());
afterEach(() => {
  platform.control.previewOnly(false);
  platform.control.outage(false);
});

const client = (changes: Partial<typeof app> = {}) =>
  createWechat({ ...app, ...changes, baseUrl: platform.url, authorizeUrl: platform.authorizeUrl, clock });

describe('the way to WeChat’s page', () => {
  it('has the parameters in WeChat’s order and ends in its mark', () => {
    const address = createWechat(app).authorizeUrl('https://a.example/back?x=1', 'snsapi_base', 's1');
    expect(address).toBe(
      'https://open.weixin.qq.com/connect/oauth2/authorize?appid=wx0123456789abcdef&redirect_uri=https%3A%2F%2Fa.example%2Fback%3Fx%3D1&response_type=code&scope=snsapi_base&state=s1#wechat_redirect',
    );
  });

  it('shows people, and who is chosen comes back with a code that tells who it is', async () => {
    const address = client().authorizeUrl('http://127.0.0.1:4000/back?x=1', 'snsapi_userinfo', 's 1');
    const page = await fetch(address);
    const html = await page.text();
    expect(page.status).toBe(200);
    expect(html).toContain(person.name);
    expect(html).not.toContain('陈思远');
    const chosen = await fetch(address, {
      method: 'POST',
      body: new URLSearchParams({ openid: person.openId }),
      redirect: 'manual',
    });
    const back = new URL(chosen.headers.get('location') ?? '');
    expect(back.searchParams.get('state')).toBe('s 1');
    expect(back.searchParams.get('x')).toBe('1');
    const login = await client().exchangeCode(back.searchParams.get('code') ?? '');
    expect(login.openId).toBe(person.openId);
    expect(await client().profile(login.accessToken, login.openId)).toEqual({
      openId: person.openId,
      name: person.name,
      avatarUrl: undefined,
      unionId: undefined,
    });
  });

  it.each([
    ['another app', { appid: 'wxother' }],
    ['no way back', { redirect_uri: 'javascript:alert(1)' }],
    ['an unknown scope', { scope: 'everything' }],
  ])('with %s shows what is wrong', async (_, changes) => {
    const params = { appid: app.appId, redirect_uri: '/back', scope: 'snsapi_base', state: '', ...changes };
    expect(await platform.page({ path: '/connect/oauth2/authorize', method: 'GET', params })).toMatchObject({
      status: 400,
      html: expect.stringContaining('参数错误'),
    });
  });

  it('can stand under another address', async () => {
    const params = { appid: app.appId, redirect_uri: '/back', scope: 'snsapi_base', state: '' };
    const request = {
      path: '/connect/oauth2/authorize',
      method: 'GET' as const,
      params,
      mount: '/demo/wechat',
    };
    expect(await platform.page(request)).toMatchObject({
      html: expect.stringContaining('action="/demo/wechat/connect/oauth2/authorize"'),
    });
  });
});

describe('a code', () => {
  it('works once', async () => {
    const code = platform.control.issueCode(person.openId);
    await client().exchangeCode(code);
    await expect(client().exchangeCode(code)).rejects.toMatchObject({ name: 'WechatRefused', code: 'code' });
  });

  it('works once among fifty at the same time', async () => {
    const code = platform.control.issueCode(person.openId);
    const tried = await Promise.allSettled(Array.from({ length: 50 }, () => client().exchangeCode(code)));
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('works for five minutes', async () => {
    const code = platform.control.issueCode(person.openId);
    offsetMs += 5 * minuteMs + 1000;
    await expect(client().exchangeCode(code)).rejects.toMatchObject({ code: 'code' });
  });

  it('nobody issued does not work', async () => {
    await expect(client().exchangeCode('guessed')).rejects.toMatchObject({ code: 'code' });
  });

  it('of a page preview is nobody’s login', async () => {
    platform.control.previewOnly(true);
    const code = platform.control.issueCode(person.openId);
    await expect(client().exchangeCode(code)).rejects.toMatchObject({ code: 'snapshot' });
  });

  it('without the question for more tells no name', async () => {
    const login = await client().exchangeCode(platform.control.issueCode(person.openId, 'snsapi_base'));
    await expect(client().profile(login.accessToken, login.openId)).rejects.toMatchObject({ code: '48001' });
  });

  it('is not exchanged for another app’s secret', async () => {
    const code = platform.control.issueCode(person.openId);
    await expect(client({ secret: 'wrong' }).exchangeCode(code)).rejects.toBeInstanceOf(WechatRefused);
    await expect(client({ appId: 'wxother' }).exchangeCode(code)).rejects.toBeInstanceOf(WechatRefused);
    expect(await client().exchangeCode(code)).toMatchObject({ openId: person.openId });
  });
});

const ticketCalls = () => platform.control.calls()['/cgi-bin/ticket/getticket'] ?? 0;
const tokenCalls = () => platform.control.calls()['/cgi-bin/token'] ?? 0;

describe('the ticket for pages', () => {
  it('is fetched once for all who ask, and again before its end', async () => {
    offsetMs += 3 * hourMs;
    const wechat = client();
    const before = ticketCalls();
    const tickets = await Promise.all(Array.from({ length: 20 }, () => wechat.jsapiTicket()));
    expect(new Set(tickets).size).toBe(1);
    expect(ticketCalls() - before).toBe(1);
    offsetMs += 2 * hourMs - 6 * minuteMs;
    expect(await wechat.jsapiTicket()).toBe(tickets[0]);
    offsetMs += 2 * minuteMs;
    expect(await wechat.jsapiTicket()).not.toBe(tickets[0]);
    expect(ticketCalls() - before).toBe(2);
  });

  it('comes with a new token when somebody ended ours', async () => {
    offsetMs += 3 * hourMs;
    await client().jsapiTicket();
    offsetMs += hourMs;
    const wechat = client();
    await wechat.jsapiTicket();
    const before = tokenCalls();
    platform.control.endBaseTokens();
    // the ticket, fetched by somebody an hour earlier, ends before the token does
    offsetMs += hourMs - 4 * minuteMs;
    expect(await wechat.jsapiTicket()).toEqual(expect.any(String));
    expect(tokenCalls() - before).toBe(1);
  });

  it('signs a page without what stands behind its #', async () => {
    const wechat = client();
    const signed = await wechat.signPage('https://a.example/play?id=1#/pay');
    const text = `jsapi_ticket=${await wechat.jsapiTicket()}&noncestr=${signed.nonceStr}&timestamp=${signed.timestamp}&url=https://a.example/play?id=1`;
    expect(signed).toMatchObject({
      appId: app.appId,
      signature: createHash('sha1').update(text).digest('hex'),
    });
    expect((await wechat.signPage('https://a.example/')).nonceStr).not.toBe(signed.nonceStr);
  });
});

describe('when WeChat fails', () => {
  it('it is told as that, without the secret, and passes afterwards', async () => {
    const wechat = client();
    const code = platform.control.issueCode(person.openId);
    platform.control.outage(true);
    const error = await wechat.exchangeCode(code).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(WechatUnavailable);
    expect(JSON.stringify({ ...(error as Error), text: String(error) })).not.toContain(app.secret);
    await expect(wechat.jsapiTicket()).rejects.toBeInstanceOf(WechatUnavailable);
    platform.control.outage(false);
    expect(await wechat.jsapiTicket()).toEqual(expect.any(String));
    expect(await wechat.exchangeCode(code)).toMatchObject({ openId: person.openId });
  });

  it('an answer that is none of WeChat’s is no answer', async () => {
    const answers = ['<html></html>', '{}', '[]', '{"errcode":-1}', 'null'];
    const somebody = createServer((_, response) => response.end(answers.shift()));
    await new Promise<void>((resolve) => somebody.listen(0, '127.0.0.1', resolve));
    const { port } = somebody.address() as AddressInfo;
    const wechat = createWechat({ ...app, baseUrl: `http://127.0.0.1:${port}`, clock });
    try {
      for (const _ of [...answers]) {
        await expect(wechat.exchangeCode('x')).rejects.toBeInstanceOf(WechatUnavailable);
      }
      expect(answers).toEqual([]);
    } finally {
      somebody.close();
      somebody.closeAllConnections();
    }
  });
});
