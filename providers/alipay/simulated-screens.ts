/** The pages of the simulated Alipay as questions and answers, so that our own server can show them under its port too. */
import { type Books, GatewayRefusal, type SimulatedTrade } from './simulated-books.ts';
import { checkRequest, type GatewayRules, tradeFrom } from './simulated-gateway.ts';
import { authorizePage, cashierPage, messagePage } from './simulated-pages.ts';

export const pagePaths = {
  /** the address of alipay.trade.wap.pay; parameters as the client signed them */
  gateway: '/gateway.do',
  /** `trade_no` and `return`: what AlipayJSBridge.tradePay opens inside Alipay */
  sheet: '/sheet',
  authorize: '/oauth2/publicAppAuthorize.htm',
} as const;

const loginScopes: ReadonlySet<string> = new Set(['auth_base', 'auth_user']);

export interface PageRequest {
  path: string;
  method: 'GET' | 'POST';
  /** query ∪ form */
  params: Record<string, string>;
  /** what stands before the paths where the browser sees them; empty on the simulator's own port */
  mount?: string;
}
export type PageReply = { status: number; html: string } | { status: 302; location: string };

export interface ScreenOptions {
  rules: GatewayRules;
  merchantName: string;
  people: readonly { openId: string; name: string }[];
  trades: () => SimulatedTrade[];
}

const isReturnUrl = (text: string | undefined): text is string =>
  text !== undefined && (/^https?:\/\//.test(text) || /^\/(?!\/)/.test(text));

function withParams(url: string, params: Record<string, string>): string {
  const query = new URLSearchParams(params).toString();
  const [beforeHash = '', hash] = url.split('#', 2);
  const joined = `${beforeHash}${beforeHash.includes('?') ? '&' : '?'}${query}`;
  return hash === undefined ? joined : `${joined}#${hash}`;
}

const finished = (trade: SimulatedTrade, returnUrl?: string): PageReply => ({
  status: 200,
  html:
    trade.paidAtMs === undefined
      ? messagePage('交易已关闭', '这笔交易已经关闭，不能再付款。', returnUrl)
      : messagePage('已付款', '这笔交易已经付过款了。', returnUrl),
});

export function createScreens({ rules, merchantName, people, trades }: ScreenOptions) {
  const books: Books = rules.books;

  function showCashier(trade: SimulatedTrade, returnUrl: string | undefined, mount: string): PageReply {
    const current = books.needTrade(trade.outTradeNo);
    if (current.status !== 'WAIT_BUYER_PAY') return finished(current, returnUrl);
    return {
      status: 200,
      html: cashierPage({
        merchantName,
        subject: trade.subject,
        amountFen: trade.amountFen,
        people: trade.buyerId ? people.filter(({ openId }) => openId === trade.buyerId) : people,
        action: mount + pagePaths.sheet,
        fields: { trade_no: trade.tradeNo, return: returnUrl },
      }),
    };
  }

  function sheet({ method, params, mount = '' }: PageRequest): PageReply {
    const trade = trades().find(({ tradeNo }) => tradeNo === params.trade_no);
    if (!trade) return { status: 404, html: messagePage('交易不存在', '没有找到这笔交易。') };
    const returnUrl = isReturnUrl(params.return) ? params.return : undefined;
    if (method === 'GET') return showCashier(trade, returnUrl, mount);
    const cancelled = params.do !== 'pay';
    if (!cancelled) {
      if (books.needTrade(trade.outTradeNo).status !== 'WAIT_BUYER_PAY') return finished(trade, returnUrl);
      books.payTrade(trade.outTradeNo, params.person ?? '');
    }
    // The codes AlipayJSBridge.tradePay answers with: 9000 paid, 6001 given up.
    if (returnUrl)
      return { status: 302, location: withParams(returnUrl, { resultCode: cancelled ? '6001' : '9000' }) };
    return {
      status: 200,
      html: cancelled
        ? messagePage('已放弃付款', '这笔交易没有付款。')
        : messagePage('付款成功', '可以关闭这个页面了。'),
    };
  }

  function authorize({ method, params, mount = '' }: PageRequest): PageReply {
    const { redirect_uri: redirectUri, state, app_id: appId, scope = '' } = params;
    if (appId !== rules.appId || !isReturnUrl(redirectUri))
      return { status: 400, html: messagePage('授权失败', '应用或回调地址不正确。') };
    if (!loginScopes.has(scope)) return { status: 400, html: messagePage('授权失败', 'scope 不正确。') };
    if (method === 'GET')
      return {
        status: 200,
        html: authorizePage({
          appName: merchantName,
          people,
          action: mount + pagePaths.authorize,
          fields: { app_id: appId, redirect_uri: redirectUri, scope, state },
        }),
      };
    const code = books.issueCode(params.person ?? '', scope);
    return {
      status: 302,
      location: withParams(redirectUri, {
        app_id: appId,
        auth_code: code,
        scope,
        ...(state === undefined ? {} : { state }),
      }),
    };
  }

  /** undefined: no page stands there */
  return function open(request: PageRequest): PageReply | undefined {
    try {
      if (request.path === pagePaths.sheet) return sheet(request);
      if (request.path === pagePaths.authorize) return authorize(request);
      if (request.path !== pagePaths.gateway || request.params.method !== 'alipay.trade.wap.pay')
        return undefined;
      checkRequest(rules, request.params);
      const trade = tradeFrom(books, request.params);
      return showCashier(trade, trade.returnUrl, request.mount ?? '');
    } catch (error) {
      if (!(error instanceof GatewayRefusal)) throw error;
      return { status: 400, html: messagePage('无法付款', error.message) };
    }
  };
}
