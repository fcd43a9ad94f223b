import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { inChina } from '#kit/kernel/time.ts';
import type { PastPaid } from '../pay-channel.ts';
import type { NoticeContent } from './simulated-notices.ts';
import type { SimulatedTrade } from './simulated-records.ts';
import {
  checkedBody,
  checkSubMerchant,
  fen,
  notifyUrl,
  type PlatformAnswer,
  PlatformRefusal,
  type PlatformRequest,
  platformNumber,
  type Route,
  type World,
} from './simulated-world.ts';
import { platformTime } from './wire-format.ts';

const order = z.object({
  description: z.string().min(1).max(127),
  out_trade_no: z.string().regex(/^[0-9A-Za-z_\-|*]{6,32}$/),
  time_expire: z.iso.datetime({ offset: true }).optional(),
  attach: z.string().max(128).optional(),
  notify_url: notifyUrl,
  settle_info: z.object({ profit_sharing: z.boolean() }).optional(),
  amount: z.object({ total: fen, currency: z.literal('CNY').default('CNY') }),
});
const openId = z.string().min(1).max(128);
const direct = { appid: z.string(), mchid: z.string() };
const partner = { sp_appid: z.string(), sp_mchid: z.string(), sub_mchid: z.string().min(1) };

/** H5 names the browser that pays; the platform opens its page for nobody else. */
const scene = {
  scene_info: z.object({
    payer_client_ip: z.union([z.ipv4(), z.ipv6()]),
    h5_info: z.object({ type: z.enum(['iOS', 'Android', 'Wap']) }),
  }),
};

/** For oneself or for a merchant under oneself; JSAPI names the payer, H5 the browser. */
function readOrder(body: unknown, tradeType: SimulatedTrade['tradeType'], isPartner: boolean) {
  const named = tradeType === 'JSAPI';
  if (isPartner) {
    const payer = named ? { payer: z.object({ sp_openid: openId }) } : {};
    const { sp_appid, sp_mchid, sub_mchid, ...asked } = checkedBody(
      order.extend({ ...partner, ...payer, ...(tradeType === 'MWEB' && scene) }),
      body,
    );
    const openid = (asked as { payer?: { sp_openid: string } }).payer?.sp_openid;
    return { ...asked, appId: sp_appid, mchId: sp_mchid, subMerchant: sub_mchid, openId: openid };
  }
  const payer = named ? { payer: z.object({ openid: openId }) } : {};
  const { appid, mchid, ...asked } = checkedBody(
    order.extend({ ...direct, ...payer, ...(tradeType === 'MWEB' && scene) }),
    body,
  );
  const openid = (asked as { payer?: { openid: string } }).payer?.openid;
  return { ...asked, appId: appid, mchId: mchid, subMerchant: undefined, openId: openid };
}

function checkMerchant(world: World, appId: string, mchId: string): void {
  if (mchId !== world.merchant.mchId) throw new PlatformRefusal(400, 'MCH_NOT_EXISTS', '商户号不存在');
  if (!world.merchant.appIds.includes(appId)) {
    throw new PlatformRefusal(400, 'APPID_MCHID_NOT_MATCH', 'appid和mch_id不匹配');
  }
}

function newPrepayId(at: Date): string {
  const time = inChina(at).toISOString().replaceAll(/\D/g, '').slice(0, 14);
  return `wx${time}${randomBytes(10).toString('hex')}`;
}

/** The same number again: refused once paid or closed, and when anything else was asked for than before. */
function checkRepetition(
  existing: SimulatedTrade,
  tradeType: SimulatedTrade['tradeType'],
  asked: string,
): void {
  if (existing.state === 'CLOSED') throw new PlatformRefusal(400, 'ORDER_CLOSED', '订单已关闭');
  if (existing.state !== 'NOTPAY') throw new PlatformRefusal(400, 'ORDERPAID', '订单已支付');
  if (existing.tradeType !== tradeType) throw new PlatformRefusal(403, 'OUT_TRADE_NO_USED', '商户订单号重复');
  if (existing.asked !== asked) {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '请求重入时，参数与首次请求时不一致');
  }
}

function place(
  world: World,
  tradeType: SimulatedTrade['tradeType'],
  body: unknown,
  isPartner: boolean,
): SimulatedTrade {
  const asked = readOrder(body, tradeType, isPartner);
  checkMerchant(world, asked.appId, asked.mchId);
  checkSubMerchant(world, asked.subMerchant);
  if (asked.time_expire && new Date(asked.time_expire) <= world.clock.now()) {
    throw new PlatformRefusal(400, 'PARAM_ERROR', 'time_expire必须大于当前时间');
  }
  const existing = world.trades.get(asked.out_trade_no);
  if (existing) checkRepetition(existing, tradeType, JSON.stringify(asked));
  const trade: SimulatedTrade = {
    outTradeNo: asked.out_trade_no,
    tradeType,
    prepayId: existing?.prepayId ?? newPrepayId(world.clock.now()),
    codeUrl:
      tradeType === 'NATIVE'
        ? (existing?.codeUrl ?? `weixin://wxpay/bizpayurl?pr=${randomBytes(6).toString('hex')}`)
        : undefined,
    appId: asked.appId,
    subMerchant: asked.subMerchant,
    description: asked.description,
    attach: asked.attach,
    notifyUrl: asked.notify_url,
    totalFen: asked.amount.total,
    openId: asked.openId,
    expiresAt: asked.time_expire,
    profitSharing: asked.settle_info?.profit_sharing ?? false,
    state: 'NOTPAY',
    transactionId: undefined,
    paidAt: undefined,
    payerOpenId: undefined,
    isReleased: false,
    createdAt: world.clock.now().toISOString(),
    asked: JSON.stringify(asked),
  };
  world.trades.put(trade.outTradeNo, trade);
  return trade;
}

const descriptions: Record<SimulatedTrade['state'], string> = {
  NOTPAY: '订单未支付',
  SUCCESS: '支付成功',
  REFUND: '转入退款',
  CLOSED: '订单已关闭',
};

function tradeBody(world: World, trade: SimulatedTrade) {
  const { mchId } = world.merchant;
  const body = {
    ...(trade.subMerchant
      ? { sp_appid: trade.appId, sp_mchid: mchId, sub_mchid: trade.subMerchant }
      : { appid: trade.appId, mchid: mchId }),
    out_trade_no: trade.outTradeNo,
    trade_state: trade.state,
    trade_state_desc: descriptions[trade.state],
    amount: { total: trade.totalFen, currency: 'CNY' },
    ...(trade.attach !== undefined && { attach: trade.attach }),
  };
  if (!trade.transactionId || !trade.paidAt) return body;
  return {
    ...body,
    transaction_id: trade.transactionId,
    trade_type: trade.tradeType,
    bank_type: 'OTHERS',
    attach: trade.attach ?? '',
    success_time: platformTime(new Date(trade.paidAt)),
    payer: trade.subMerchant ? { sp_openid: trade.payerOpenId } : { openid: trade.payerOpenId },
    amount: { ...body.amount, payer_total: trade.totalFen, payer_currency: 'CNY' },
  };
}

/** What a callback says about a payment. */
export const paidNotice = (world: World, trade: SimulatedTrade): NoticeContent => ({
  eventType: 'TRANSACTION.SUCCESS',
  summary: '支付成功',
  originalType: 'transaction',
  plain: tradeBody(world, { ...trade, state: 'SUCCESS' }),
});

/** What the person at the phone does. Throws what WeChat would show them. */
export function payTrade(world: World, outTradeNo: string, openId?: string): SimulatedTrade {
  const trade = world.trades.get(outTradeNo);
  const now = world.clock.now();
  if (!trade) throw new PlatformRefusal(404, 'ORDER_NOT_EXIST', '订单不存在');
  if (trade.state === 'CLOSED') throw new PlatformRefusal(400, 'ORDER_CLOSED', '订单已关闭');
  if (trade.state !== 'NOTPAY') throw new PlatformRefusal(400, 'ORDERPAID', '订单已支付');
  if (trade.expiresAt && new Date(trade.expiresAt) <= now) {
    throw new PlatformRefusal(400, 'ORDER_CLOSED', '订单已过期');
  }
  const payerOpenId = trade.openId ?? openId;
  if (!payerOpenId) throw new PlatformRefusal(400, 'PARAM_ERROR', '缺少付款人');
  const paid: SimulatedTrade = {
    ...trade,
    state: 'SUCCESS',
    transactionId: platformNumber(world, '4200000', 28),
    paidAt: now.toISOString(),
    payerOpenId,
  };
  world.trades.put(outTradeNo, paid);
  world.notify({ url: trade.notifyUrl, ...paidNotice(world, paid) });
  return paid;
}

/** A payment of earlier days, as if it had been asked for and paid then. Answers the platform's number. */
export function rememberPaid(world: World, past: PastPaid): string {
  const paidAt = new Date(past.paidAt);
  const transactionId = platformNumber(world, '4200000', 28, paidAt);
  world.trades.put(past.outTradeNo, {
    outTradeNo: past.outTradeNo,
    tradeType: 'JSAPI',
    prepayId: newPrepayId(paidAt),
    codeUrl: undefined,
    appId: world.merchant.appIds[0] as string,
    subMerchant: undefined,
    description: past.description,
    notifyUrl: past.notifyUrl,
    totalFen: past.amountFen,
    openId: past.openId,
    expiresAt: undefined,
    profitSharing: past.profitSharing,
    state: 'SUCCESS',
    transactionId,
    paidAt: past.paidAt,
    payerOpenId: past.openId,
    isReleased: false,
    createdAt: past.paidAt,
    asked: '',
  });
  return transactionId;
}

/** Each number has its trades: what was made by the direct calls is unknown to the partner's, and the reverse. */
function tradeOf(world: World, outTradeNo: string, subMerchant: string | undefined): SimulatedTrade {
  checkSubMerchant(world, subMerchant);
  const trade = world.trades.get(outTradeNo);
  if (!trade || trade.subMerchant !== subMerchant)
    throw new PlatformRefusal(404, 'ORDER_NOT_EXIST', '订单不存在');
  return trade;
}

/** The platform's own number names a trade once it is paid. */
export const outTradeNoOf = (world: World, transactionId: string): string =>
  world.trades.values().find((trade) => trade.transactionId === transactionId)?.outTradeNo ?? '';

function query(
  world: World,
  request: PlatformRequest,
  isPartner: boolean,
  outTradeNo: string,
): PlatformAnswer {
  if (request.query.get(isPartner ? 'sp_mchid' : 'mchid') !== world.merchant.mchId) {
    throw new PlatformRefusal(400, 'PARAM_ERROR', 'mchid错误');
  }
  const subMerchant = isPartner ? (request.query.get('sub_mchid') ?? '') : undefined;
  return { status: 200, body: tradeBody(world, tradeOf(world, outTradeNo, subMerchant)) };
}

function close(world: World, request: PlatformRequest, isPartner: boolean): PlatformAnswer {
  const mchId = z.literal(world.merchant.mchId);
  const subMerchant = isPartner
    ? checkedBody(z.object({ sp_mchid: mchId, sub_mchid: z.string() }), request.body).sub_mchid
    : undefined;
  if (!isPartner) checkedBody(z.object({ mchid: mchId }), request.body);
  const trade = tradeOf(world, request.parts[0]!, subMerchant);
  if (trade.state === 'CLOSED') throw new PlatformRefusal(400, 'ORDER_CLOSED', '订单已关闭');
  if (trade.state !== 'NOTPAY') throw new PlatformRefusal(400, 'ORDERPAID', '订单已支付');
  world.trades.put(trade.outTradeNo, { ...trade, state: 'CLOSED' });
  return { status: 204 };
}

const h5Url = (prepayId: string) =>
  `https://wx.tenpay.com/cgi-bin/mmpayweb-bin/checkmweb?prepay_id=${prepayId}&package=${parseInt(prepayId.slice(-8), 16)}`;

function routesOf(base: string, isPartner: boolean): Route[] {
  const path = (rest: string) => new RegExp(`^${base}/${rest}$`);
  const order = (
    name: string,
    tradeType: SimulatedTrade['tradeType'],
    told: (trade: SimulatedTrade) => object,
  ): Route => ({
    method: 'POST',
    path: path(name),
    handle: (world, { body }) => ({ status: 200, body: told(place(world, tradeType, body, isPartner)) }),
  });
  return [
    order('jsapi', 'JSAPI', ({ prepayId }) => ({ prepay_id: prepayId })),
    order('native', 'NATIVE', ({ codeUrl }) => ({ code_url: codeUrl })),
    order('app', 'APP', ({ prepayId }) => ({ prepay_id: prepayId })),
    order('h5', 'MWEB', ({ prepayId }) => ({ h5_url: h5Url(prepayId) })),
    {
      method: 'GET',
      path: path('out-trade-no/([^/]+)'),
      handle: (world, request) => query(world, request, isPartner, request.parts[0]!),
    },
    {
      method: 'GET',
      path: path('id/([^/]+)'),
      handle: (world, request) => query(world, request, isPartner, outTradeNoOf(world, request.parts[0]!)),
    },
    {
      method: 'POST',
      path: path('out-trade-no/([^/]+)/close'),
      handle: (world, request) => close(world, request, isPartner),
    },
  ];
}

export const tradeRoutes: readonly Route[] = [
  ...routesOf('/v3/pay/transactions', false),
  ...routesOf('/v3/pay/partner/transactions', true),
];
