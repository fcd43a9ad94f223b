import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Clock, secondMs, systemClock } from '#kit/kernel/time.ts';
import { type AccountToken, createAccountToken } from './account-token.ts';
import { type Api, createApi, WechatRefused } from './api.ts';
import { createExpiring, type Expiring } from './expiring.ts';
import { createTemplateSender, type TemplateMessage, type Templates } from './templates.ts';

export { WechatRefused, WechatUnavailable } from './api.ts';

export interface WechatOptions {
  /** the official account */
  appId: string;
  secret: string;
  /** the mini-program whose web-view shows our pages */
  miniProgram?: { appId: string; secret: string };
  baseUrl?: string;
  /** WeChat's page that asks people to log in */
  authorizeUrl?: string;
  /** the official account's templates of messages */
  templates?: Templates;
  clock?: Clock;
  timeoutMs?: number;
}

/** base: only who it is, without a question; userinfo: name and picture too */
export type WechatScope = 'snsapi_base' | 'snsapi_userinfo';

export interface WechatLogin {
  openId: string;
  accessToken: string;
  unionId?: string;
}

export interface WechatProfile {
  openId: string;
  name: string;
  avatarUrl?: string;
  unionId?: string;
}

/** People inside a mini-program are known under its own app, by another id than under the official account. */
export interface MiniProgram {
  readonly appId: string;
  /** Exchanges what `wx.login` gave; works once for each code. */
  exchangeCode(code: string): Promise<{ openId: string; unionId?: string }>;
}

/** What `wx.config` is given. */
export interface PageSignature {
  appId: string;
  timestamp: number;
  nonceStr: string;
  signature: string;
}

export interface Wechat {
  readonly appId: string;
  readonly miniProgram: MiniProgram | undefined;
  authorizeUrl(redirectUri: string, scope: WechatScope, state: string): string;
  /** Works once for each code. */
  exchangeCode(code: string): Promise<WechatLogin>;
  profile(accessToken: string, openId: string): Promise<WechatProfile>;
  jsapiTicket(): Promise<string>;
  signPage(url: string): Promise<PageSignature>;
  /** whether the account has such a template */
  hasTemplate(name: keyof Templates): boolean;
  /** Followers get it. Said again with the same id within `repeatMs`, it is still one message. */
  sendTemplate(message: TemplateMessage): Promise<void>;
}

const login = z.object({
  access_token: z.string(),
  openid: z.string(),
  unionid: z.string().optional(),
  is_snapshotuser: z.number().optional(),
});
const person = z.object({
  openid: z.string(),
  nickname: z.string(),
  headimgurl: z.string().optional(),
  unionid: z.string().optional(),
});
const miniSession = z.object({ openid: z.string(), unionid: z.string().optional() });
const ticketAnswer = z.object({ ticket: z.string(), expires_in: z.number() });

/** The ticket that pages are signed with, behind a token of the whole account. */
const createTicket = (get: Api, token: AccountToken, clock: Clock): Expiring =>
  createExpiring(clock, async () => {
    const answer = await token.use((access_token) =>
      get('/cgi-bin/ticket/getticket', { access_token, type: 'jsapi' }, ticketAnswer),
    );
    return { value: answer.ticket, lifeMs: answer.expires_in * secondMs };
  });

async function exchangeCode(get: Api, { appId, secret }: WechatOptions, code: string): Promise<WechatLogin> {
  const asked = { appid: appId, secret, code, grant_type: 'authorization_code' };
  const answer = await get('/sns/oauth2/access_token', asked, login);
  if (answer.is_snapshotuser === 1) throw new WechatRefused('snapshot', 'a virtual user of a page preview');
  return { openId: answer.openid, accessToken: answer.access_token, unionId: answer.unionid };
}

function createMiniProgram(get: Api, { appId, secret }: { appId: string; secret: string }): MiniProgram {
  return {
    appId,
    async exchangeCode(code) {
      const asked = { appid: appId, secret, js_code: code, grant_type: 'authorization_code' };
      const answer = await get('/sns/jscode2session', asked, miniSession);
      return { openId: answer.openid, unionId: answer.unionid };
    },
  };
}

async function profile(get: Api, accessToken: string, openId: string): Promise<WechatProfile> {
  const asked = { access_token: accessToken, openid: openId, lang: 'zh_CN' };
  const answer = await get('/sns/userinfo', asked, person);
  return {
    openId: answer.openid,
    name: answer.nickname,
    avatarUrl: answer.headimgurl || undefined,
    unionId: answer.unionid,
  };
}

/** Login on web pages, what they need to call WeChat's own functions (JS-SDK), and messages to followers. */
export function createWechat(options: WechatOptions): Wechat {
  const { appId } = options;
  const clock = options.clock ?? systemClock;
  const get = createApi(options.baseUrl ?? 'https://api.weixin.qq.com', options.timeoutMs ?? 8_000);
  const token = createAccountToken(get, options, clock);
  const ticket = createTicket(get, token, clock);
  const templates = options.templates ?? {};
  return {
    appId,
    miniProgram: options.miniProgram && createMiniProgram(get, options.miniProgram),
    exchangeCode: (code) => exchangeCode(get, options, code),
    profile: (accessToken, openId) => profile(get, accessToken, openId),
    jsapiTicket: () => ticket.get(),
    hasTemplate: (name) => templates[name] !== undefined,
    sendTemplate: createTemplateSender(get, token, templates),

    authorizeUrl(redirectUri, scope, state) {
      const url = new URL(options.authorizeUrl ?? 'https://open.weixin.qq.com/connect/oauth2/authorize');
      // WeChat wants the parameters in this order
      url.search = new URLSearchParams({
        appid: appId,
        redirect_uri: redirectUri,
        response_type: 'code',
        scope,
        state,
      }).toString();
      url.hash = 'wechat_redirect';
      return url.href;
    },

    async signPage(url) {
      const nonceStr = randomBytes(12).toString('hex');
      const timestamp = Math.floor(clock.now().getTime() / secondMs);
      const [page] = url.split('#', 1);
      const signed = `jsapi_ticket=${await ticket.get()}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${page}`;
      return { appId, timestamp, nonceStr, signature: createHash('sha1').update(signed).digest('hex') };
    },
  };
}
