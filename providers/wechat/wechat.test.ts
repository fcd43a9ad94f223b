import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { createWechat, type WechatOptions, WechatRefused, WechatUnavailable } from './client.ts';
import { startWechatSimulator, type WechatSimulator } from './simulator.ts';
import { fitField, repeatMs } from './templates.ts';

const app = { appId: 'wx0123456789abcdef', secret: 'a secret of the official account' };
const person = { openId: 'oDemoLinXiaoyu0000000000001', name: '林小雨' };
const template = {
  id: 'aTemplateOfTheOfficialAccount00000000000000',
  title: '经营小结通知',
  labels: { thing1: '小结', amount2: '收入', thing3: '变化' },
};
const fields = { period: 'thing1', income: 'amount2', change: 'thing3' };

let offsetMs = 0;
const clock: Clock = { now: () => new Date(Date.now() + offsetMs) };
let platform: WechatSimulator;
beforeAll(async () => {
  platform = await startWechatSimulator({ ...app, templates: [template], clock });
});
afterAll(() => platform.stop());
afterEach(() => {
  platform.control.previewOnly(false);
  platform.control.outage(false);
  platform.control.loseAnswers(0);
  platform.control.follow(person.openId, true);
});

const client = (changes: Partial<WechatOptions> = {}) =>
  createWechat({
    ...app,
    templates: { summary: { id: template.id, fields } },
    ...changes,
    baseUrl: platform.url,
    authorizeUrl: platform.authorizeUrl,
    clock,
  });

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

describe('a message by template', () => {
  const message = (messageId: string, changes: object = {}) => ({
    to: person.openId,
    template: 'summary' as const,
    values: { period: '昨日小结', income: '¥1,234.50', change: '比前一天高 12%' },
    url: 'https://a.example/home',
    messageId,
    ...changes,
  });
  const sent = () => platform.control.sent();

  it('arrives with its fields as WeChat takes them, and the page it opens', async () => {
    const before = sent().length;
    await client().sendTemplate(message('first'));
    expect(sent()).toHaveLength(before + 1);
    expect(sent().at(-1)).toMatchObject({
      to: person.openId,
      name: person.name,
      title: template.title,
      lines: [
        { label: '小结', value: '昨日小结' },
        { label: '收入', value: '¥1234.50' },
        { label: '变化', value: '比前一天高 12%' },
      ],
      url: 'https://a.example/home',
    });
  });

  it('said again after a lost answer is one message, and after WeChat forgot it another', async () => {
    const before = sent().length;
    const wechat = client();
    await wechat.jsapiTicket();
    platform.control.loseAnswers(1);
    await expect(wechat.sendTemplate(message('lost'))).rejects.toBeInstanceOf(WechatUnavailable);
    expect(sent()).toHaveLength(before + 1);
    offsetMs += repeatMs - 1000;
    await wechat.sendTemplate(message('lost'));
    expect(sent()).toHaveLength(before + 1);
    offsetMs += 2 * minuteMs;
    await wechat.sendTemplate(message('lost'));
    expect(sent()).toHaveLength(before + 2);
  });

  it('goes with a new token where somebody ended ours, asked for once', async () => {
    const wechat = client();
    await wechat.sendTemplate(message('before'));
    const before = [tokenCalls(), sent().length];
    platform.control.endBaseTokens();
    await wechat.sendTemplate(message('after'));
    expect([tokenCalls(), sent().length]).toEqual([before[0]! + 1, before[1]! + 1]);
  });

  it('is refused for who does not follow, for a stranger, and for another template', async () => {
    const before = sent().length;
    platform.control.follow(person.openId, false);
    await expect(client().sendTemplate(message('a'))).rejects.toMatchObject({ code: '43004' });
    await expect(client().sendTemplate(message('b', { to: 'oNobody' }))).rejects.toMatchObject({
      code: '40003',
    });
    const other = { summary: { id: 'x'.repeat(43), fields } };
    await expect(client({ templates: other }).sendTemplate(message('c'))).rejects.toMatchObject({
      code: '40037',
    });
    await expect(client({ templates: {} }).sendTemplate(message('d'))).rejects.toBeInstanceOf(WechatRefused);
    expect([client().hasTemplate('summary'), client({ templates: {} }).hasTemplate('summary')]).toEqual([
      true,
      false,
    ]);
    expect(sent()).toHaveLength(before);
    platform.control.follow(person.openId, true);
    await client().sendTemplate(message('a'));
    expect(sent()).toHaveLength(before + 1);
  });

  it('has words cut to what fits, and no amount that is not one', async () => {
    expect(fitField('thing1', '一'.repeat(25))).toBe(`${'一'.repeat(19)}…`);
    expect(fitField('thing1', '😀'.repeat(20))).toBe('😀'.repeat(20));
    expect(fitField('amount2', '¥12,345,678.90')).toBe('¥12345678.90');
    expect(fitField('character_string2', '-¥1,234.50')).toBe('-¥1234.50');
    for (const [field, value] of [
      ['amount2', '-¥3.00'],
      ['amount2', '三元'],
      ['character_string2', '昨日'],
      ['thing1', ' '],
    ] as const)
      expect(() => fitField(field, value)).toThrow(WechatRefused);
  });

  it('whose fields are not as the template wants them is refused by WeChat itself', async () => {
    const before = sent().length;
    const send = (wrong: Record<string, string>) =>
      client({ templates: { summary: { id: template.id, fields: wrong } } }).sendTemplate(message('e'));
    // a field is missing
    await expect(send({ period: 'thing1', income: 'amount2' })).rejects.toMatchObject({ code: '47003' });
    const token = await (
      await fetch(
        `${platform.url}/cgi-bin/token?${new URLSearchParams({ grant_type: 'client_credential', appid: app.appId, secret: app.secret })}`,
      )
    ).json();
    const raw = async (body: string) =>
      (
        await fetch(`${platform.url}/cgi-bin/message/template/send?access_token=${token.access_token}`, {
          method: 'POST',
          body,
        })
      ).json();
    const data = { thing1: { value: '一'.repeat(21) }, amount2: { value: '1' }, thing3: { value: '二' } };
    expect(
      await raw(JSON.stringify({ touser: person.openId, template_id: template.id, data })),
    ).toMatchObject({ errcode: 47003 });
    expect(await raw('{')).toMatchObject({ errcode: 47001 });
    expect(sent()).toHaveLength(before);
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
