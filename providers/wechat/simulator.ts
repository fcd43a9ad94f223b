/** WeChat's login for web pages, the tokens of its JS-SDK and messages by template, on loopback. */
import type { IncomingMessage } from 'node:http';
import { type Clock, systemClock } from '#kit/kernel/time.ts';
import { demoPeople } from '../demo-people.ts';
import { readBody, type SimulatorAddress, startSimulatorServer } from '../simulator-http.ts';
import {
  type PageReply,
  type PageRequest,
  pageRequestOf,
  returnUrlOf,
  sendPage,
  withParams,
} from '../simulator-pages.ts';
import { authorizeMessage, authorizePage } from './authorize-page.ts';
import { type App, createAccountTokens } from './simulated-account.ts';
import { createLogins, type Logins } from './simulated-logins.ts';
import { createMiniSessions } from './simulated-mini-sessions.ts';
import { WechatRefusal } from './simulated-refusal.ts';
import {
  createTemplateMessages,
  type SimulatedMessage,
  type SimulatedTemplate,
} from './simulated-templates.ts';

export interface WechatSimulatorOptions extends SimulatorAddress {
  appId: string;
  secret: string;
  miniProgram?: { appId: string; secret: string };
  people?: readonly { openId: string; name: string }[];
  templates?: readonly SimulatedTemplate[];
  clock?: Clock;
}

export interface WechatControl {
  /** what the person brings back after having said yes */
  issueCode(openId: string, scope?: string): string;
  /** what `wx.login` gives inside the mini-program to the person whom the official account knows by this id */
  issueMiniCode(openId: string): string;
  /** logins are those of a page preview, not of a person */
  previewOnly(on: boolean): void;
  /** official account and mini-program are bound to one open platform: both tell the person's union id */
  bindApps(on: boolean): void;
  /** as if somebody else had fetched a token: the ones given so far work no more */
  endBaseTokens(): void;
  /** no call gets an answer */
  outage(on: boolean): void;
  /** the next calls are carried out, and nobody hears of it */
  loseAnswers(count: number): void;
  /** whether the person follows the official account; all do until told otherwise */
  follow(openId: string, on: boolean): void;
  /** messages by template, the last 200, oldest first */
  sent(): readonly SimulatedMessage[];
  /** how often each path was called */
  calls(): Record<string, number>;
}

export interface WechatSimulator {
  url: string;
  authorizeUrl: string;
  control: WechatControl;
  /** the page that asks who it is, to be shown under another address too; undefined where no page stands */
  page(request: PageRequest): Promise<PageReply | undefined>;
  stop(): Promise<void>;
}

export const miniProgramPath = '/miniprogram';
export const authorizePath = '/connect/oauth2/authorize';

const maxBodyBytes = 16 * 1024;
const scopes: ReadonlySet<string> = new Set(['snsapi_base', 'snsapi_userinfo']);

function authorize(
  logins: Logins,
  { method, params, mount = '' }: PageRequest,
  options: WechatSimulatorOptions,
  people: readonly { openId: string; name: string }[],
): PageReply {
  const { appid, scope, state = '', openid } = params;
  const redirectUri = returnUrlOf(params.redirect_uri);
  if (appid !== options.appId) {
    return { status: 400, html: authorizeMessage('参数错误', 'appid 不正确。') };
  }
  if (!redirectUri) return { status: 400, html: authorizeMessage('参数错误', 'redirect_uri 不正确。') };
  if (!scope || !scopes.has(scope)) {
    return { status: 400, html: authorizeMessage('参数错误', 'scope 不正确。') };
  }
  if (method === 'POST' && people.some((person) => person.openId === openid)) {
    const code = logins.issueCode(openid ?? '', scope);
    return { status: 302, location: withParams(redirectUri, { code, state }) };
  }
  const fields = { appid, redirect_uri: redirectUri, scope, state };
  return { status: 200, html: authorizePage({ people, action: mount + authorizePath, fields }) };
}

function jsonOf(body: Buffer): unknown {
  if (body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    throw new WechatRefusal(47001, 'data format error');
  }
}

/** What the mini-program's first page does: asks who it is, and shows our page in its web-view with the answer. */
function startMiniProgram(
  { issueCode }: ReturnType<typeof createMiniSessions>,
  { method, params, mount = '' }: PageRequest,
  people: readonly { openId: string; name: string }[],
): PageReply {
  const { to = '/', openid } = params;
  if (method !== 'POST' || !people.some((person) => person.openId === openid))
    return { status: 200, html: authorizePage({ people, action: mount + miniProgramPath, fields: { to } }) };
  const query = new URLSearchParams({ provider: 'wechat', applet_code: issueCode(openid ?? ''), to });
  return { status: 302, location: `/middleStation?${query}` };
}

export async function startWechatSimulator(options: WechatSimulatorOptions): Promise<WechatSimulator> {
  const people = options.people ?? demoPeople.filter(({ platform }) => platform === 'wechat');
  const app: App = { appId: options.appId, secret: options.secret, clock: options.clock ?? systemClock };
  const logins = createLogins(app, people);
  const mini = createMiniSessions({ ...app, ...(options.miniProgram ?? { appId: '', secret: '' }) }, people);
  const tokens = createAccountTokens(app);
  const templates = createTemplateMessages(app.clock, people, options.templates ?? []);
  const calls: Record<string, number> = {};
  let isOut = false;
  let lost = 0;

  const api: Record<string, (params: URLSearchParams, body: unknown) => object> = {
    '/sns/oauth2/access_token': logins.exchange,
    '/sns/userinfo': logins.userinfo,
    ...(options.miniProgram && { '/sns/jscode2session': mini.exchange }),
    '/cgi-bin/token': tokens.issue,
    '/cgi-bin/ticket/getticket': tokens.ticket,
    '/cgi-bin/message/template/send': (params, body) => {
      tokens.check(params);
      return templates.send(body);
    },
  };

  /** WeChat answers 200 whatever happened. */
  async function apiAnswer(path: string, params: URLSearchParams, request: IncomingMessage) {
    if (!Object.hasOwn(api, path)) return undefined;
    calls[path] = (calls[path] ?? 0) + 1;
    try {
      return api[path]?.(params, jsonOf(await readBody(request, maxBodyBytes)));
    } catch (error) {
      if (!(error instanceof WechatRefusal)) throw error;
      return { errcode: error.errcode, errmsg: error.message };
    }
  }

  async function page(request: PageRequest): Promise<PageReply | undefined> {
    if (request.path === authorizePath) return authorize(logins, request, options, people);
    return options.miniProgram && request.path === miniProgramPath
      ? startMiniProgram(mini, request, people)
      : undefined;
  }

  const server = await startSimulatorServer(options, async (request, response) => {
    if (isOut) {
      request.socket.destroy();
      return;
    }
    const url = new URL(request.url ?? '/', 'http://wechat');
    const answer = await apiAnswer(url.pathname, url.searchParams, request);
    if (answer && lost > 0) {
      lost -= 1;
      request.socket.destroy();
      return;
    }
    if (answer) {
      response.writeHead(200, { 'content-type': 'text/plain; charset=utf-8' }).end(JSON.stringify(answer));
      return;
    }
    const reply = await page(await pageRequestOf(request, maxBodyBytes));
    if (reply) sendPage(response, reply);
    else response.writeHead(404).end();
  });

  return {
    url: server.url,
    authorizeUrl: server.url + authorizePath,
    page,
    stop: () => server.close(),
    control: {
      issueCode: (openId, scope = 'snsapi_userinfo') => logins.issueCode(openId, scope),
      issueMiniCode: (openId) => mini.issueCode(openId),
      bindApps: (on) => {
        logins.switches.isBound = on;
        mini.switches.isBound = on;
      },
      previewOnly: (on) => {
        logins.switches.previewOnly = on;
      },
      endBaseTokens: () => tokens.endAll(),
      outage: (on) => {
        isOut = on;
      },
      loseAnswers: (count) => {
        lost = count;
      },
      follow: templates.follow,
      sent: () => templates.messages,
      calls: () => ({ ...calls }),
    },
  };
}
