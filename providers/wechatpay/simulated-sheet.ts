import { type PageReply, type PageRequest, returnUrlOf, withParams } from '../simulator-pages.ts';
import { paymentSheet, sheetMessage } from './payment-sheet.ts';
import type { SimulatedTrade } from './simulated-records.ts';
import { payTrade } from './simulated-trades.ts';
import { PlatformRefusal, type World } from './simulated-world.ts';

export const sheetPath = '/sheet';

export interface SheetOptions {
  merchantName: string;
  people: readonly { openId: string; name: string }[];
}

/** `prepay_id` is what `wx.chooseWXPay` was given, `code_url` what stands in a QR code. */
function wantedTrade(world: World, params: Record<string, string>): SimulatedTrade | undefined {
  const { prepay_id, code_url } = params;
  return world.trades
    .values()
    .find((trade) => (prepay_id ? trade.prepayId === prepay_id : code_url && trade.codeUrl === code_url));
}

function finished(trade: SimulatedTrade, returnUrl: string | undefined): PageReply {
  const html =
    trade.state === 'CLOSED' || trade.state === 'NOTPAY'
      ? sheetMessage('订单已关闭', '这笔订单已关闭或已过期，不能再付款。', returnUrl)
      : sheetMessage('已付款', '这笔订单已经付过款了。', returnUrl);
  return { status: 200, html };
}

function show(
  world: World,
  trade: SimulatedTrade,
  returnUrl: string | undefined,
  action: string,
  options: SheetOptions,
) {
  const isOver = trade.expiresAt !== undefined && new Date(trade.expiresAt) <= world.clock.now();
  if (trade.state !== 'NOTPAY' || isOver) return finished(trade, returnUrl);
  const payer = options.people.find(({ openId }) => openId === trade.openId);
  const people = trade.openId
    ? [payer ?? { openId: trade.openId, name: `微信用户 ${trade.openId.slice(-4)}` }]
    : options.people;
  return {
    status: 200,
    html: paymentSheet({
      merchantName: options.merchantName,
      description: trade.description,
      amountFen: trade.totalFen,
      people,
      action,
      fields: { prepay_id: trade.prepayId, ...(returnUrl ? { return: returnUrl } : {}) },
    }),
  };
}

/** WeChat's sheet over the page that asked for money; answers it as the page's script would be answered. */
export function sheetReply(world: World, request: PageRequest, options: SheetOptions): PageReply {
  const { method, params, mount = '' } = request;
  const returnUrl = returnUrlOf(params.return);
  const trade = wantedTrade(world, params);
  if (!trade) return { status: 404, html: sheetMessage('订单不存在', '没有找到这笔订单。', returnUrl) };
  if (method === 'GET') return show(world, trade, returnUrl, mount + sheetPath, options);
  const isPaying = params.do === 'pay';
  if (isPaying) {
    try {
      payTrade(world, trade.outTradeNo, params.openid);
    } catch (error) {
      if (!(error instanceof PlatformRefusal)) throw error;
      return finished(world.trades.get(trade.outTradeNo) ?? trade, returnUrl);
    }
  }
  if (returnUrl) {
    return { status: 302, location: withParams(returnUrl, { result: isPaying ? 'ok' : 'cancel' }) };
  }
  const html = isPaying
    ? sheetMessage('支付成功', '可以关闭此页面了。')
    : sheetMessage('已取消', '没有付款，可以关闭此页面了。');
  return { status: 200, html };
}
