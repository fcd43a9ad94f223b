import { createHash, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type Clock, secondMs, systemClock } from '#kit/kernel/time.ts';
import { createExpiring, type Expiring } from './expiring.ts';

export interface WechatOptions {
  /** the official account */
  appId: string;
  secret: string;
  /** the mini-program whose web-view shows our pages */
  miniProgram?: { appId: string; secret: string };
  baseUrl?: string;
  /** WeChat's page that asks people to log in */
  authorizeUrl?: string;
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
}

/** A definite no. 'code': the login code is unknown, over or used; 'snapshot': nobody real is looking at the page. */
export class WechatRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'WechatRefused';
    this.code = code;
  }
}

/** No answer, or none that can be understood. Carries no cause: those quote the address, and with it the secret. */
export class WechatUnavailable extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'WechatUnavailable';
  }
}

const codeErrors: ReadonlySet<number> = new Set([40029, 40163, 41008, 42003]);
/** busy, over the day's quota, too often */
const passingErrors: ReadonlySet<number> = new Set([-1, 45009, 45011]);
const baseTokenErrors: ReadonlySet<string> = new Set(['40001', '40014', '42001']);

const failure = z.object({ errcode: z.int().refine((code) => code !== 0), errmsg: z.string().default('') });
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
const baseToken = z.object({ access_token: z.string(), expires_in: z.number() });
const ticketAnswer = z.object({ ticket: z.string(), expires_in: z.number() });

function refusal({ errcode, errmsg }: z.output<typeof failure>): Error {
  if (passingErrors.has(errcode)) return new WechatUnavailable(`WeChat answers ${errcode}`);
  return new WechatRefused(codeErrors.has(errcode) ? 'code' : String(errcode), errmsg);
}

function createApi(baseUrl: string, timeoutMs: number) {
  return async <Schema extends z.ZodType>(
    path: string,
    params: Record<string, string>,
    schema: Schema,
  ): Promise<z.output<Schema>> => {
    let answer: unknown;
    try {
      const url = new URL(path, baseUrl);
      url.search = new URLSearchParams(params).toString();
      const response = await fetch(url, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) });
      if (!response.ok) throw new Error(`HTTP ${response.status}`);
      answer = await response.json();
    } catch (error) {
      throw new WechatUnavailable(`no answer of WeChat: ${(error as Error).name}`);
    }
    const failed = failure.safeParse(answer);
    if (failed.success) throw refusal(failed.data);
    const read = schema.safeParse(answer);
    if (!read.success) throw new WechatUnavailable('unclear answer of WeChat');
    return read.data;
  };
}

type Api = ReturnType<typeof createApi>;

/** The ticket that pages are signed with, behind a token of the whole account. */
function createTicket(get: Api, { appId, secret }: WechatOptions, clock: Clock): Expiring {
  const token = createExpiring(clock, async () => {
    const asked = { grant_type: 'client_credential', appid: appId, secret };
    const answer = await get('/cgi-bin/token', asked, baseToken);
    return { value: answer.access_token, lifeMs: answer.expires_in * secondMs };
  });

  async function ask() {
    const asked = { access_token: await token.get(), type: 'jsapi' };
    const answer = await get('/cgi-bin/ticket/getticket', asked, ticketAnswer);
    return { value: answer.ticket, lifeMs: answer.expires_in * secondMs };
  }

  return createExpiring(clock, async () => {
    try {
      return await ask();
    } catch (error) {
      // somebody else fetched a token, and with that ended ours
      if (!(error instanceof WechatRefused && baseTokenErrors.has(error.code))) throw error;
      token.forget();
      return ask();
    }
  });
}

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

/** Login on web pages and what they need to call WeChat's own functions (JS-SDK). */
export function createWechat(options: WechatOptions): Wechat {
  const { appId } = options;
  const clock = options.clock ?? systemClock;
  const get = createApi(options.baseUrl ?? 'https://api.weixin.qq.com', options.timeoutMs ?? 8_000);
  const ticket = createTicket(get, options, clock);
  return {
    appId,
    miniProgram: options.miniProgram && createMiniProgram(get, options.miniProgram),
    exchangeCode: (code) => exchangeCode(get, options, code),
    profile: (accessToken, openId) => profile(get, accessToken, openId),
    jsapiTicket: () => ticket.get(),

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
