import { Formatter, Rsa } from 'wechatpay-axios-plugin';
import { z } from 'zod';
import { type Clock, secondMs } from '#kit/kernel/time.ts';
import {
  ChannelRefused,
  ChannelUnavailable,
  type PayChannel,
  type Prepared,
  type PrepareRequest,
  type SignPackage,
  type Trade,
  type TradeState,
} from '../pay-channel.ts';
import type { Gateway } from './gateway.ts';
import type { Merchant } from './merchant.ts';
import { clipped, platformTime } from './wire-format.ts';

/** The same in the answer to a query and inside a callback. */
export const tradeRecord = z.object({
  appid: z.string(),
  mchid: z.string(),
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.string().optional(),
  success_time: z.iso.datetime({ offset: true }).optional(),
  amount: z.object({ total: z.int().optional(), currency: z.string().optional() }).optional(),
  payer: z.object({ openid: z.string().optional() }).optional(),
});

/** REFUND: paid, and some of it has gone back since. */
const tradeStates: Readonly<Record<string, TradeState>> = {
  SUCCESS: 'paid',
  REFUND: 'paid',
  NOTPAY: 'waiting',
  USERPAYING: 'waiting',
  CLOSED: 'closed',
  REVOKED: 'closed',
};

/** undefined for a state nobody here knows */
export function tradeOf(record: z.output<typeof tradeRecord>): Trade | undefined {
  const state = tradeStates[record.trade_state];
  if (!state) return undefined;
  return {
    outTradeNo: record.out_trade_no,
    state,
    transactionId: record.transaction_id || undefined,
    amountFen: record.amount?.total,
    currency: record.amount?.currency,
    paidAt: record.success_time ? new Date(record.success_time) : undefined,
    payerId: record.payer?.openid,
  };
}

const descriptionCharacters = 127;

const harmlessWhenClosing: ReadonlySet<string> = new Set([
  'closed',
  'ORDER_NOT_EXIST',
  'ORDERNOTEXIST',
  'RESOURCE_NOT_EXISTS',
]);

interface Channel {
  gateway: Gateway;
  merchant: Merchant;
  clock: Clock;
}

function signPackage({ gateway, clock }: Channel, appId: string, prepayId: string): SignPackage {
  const timeStamp = String(Math.floor(clock.now().getTime() / secondMs));
  const nonceStr = Formatter.nonce();
  const prepared = `prepay_id=${prepayId}`;
  const signed = Formatter.joinedByLineFeed(appId, timeStamp, nonceStr, prepared);
  return {
    appId,
    timeStamp,
    nonceStr,
    package: prepared,
    signType: 'RSA',
    paySign: Rsa.sign(signed, gateway.merchantKey),
  };
}

const orderBody = (request: PrepareRequest, mchId: string, appId: string) => ({
  appid: appId,
  mchid: mchId,
  description: clipped(request.description, descriptionCharacters),
  out_trade_no: request.outTradeNo,
  time_expire: platformTime(request.expiresAt),
  notify_url: request.notifyUrl,
  settle_info: { profit_sharing: request.profitSharing },
  amount: { total: request.amountFen, currency: 'CNY' },
});

async function prepareInside(channel: Channel, request: PrepareRequest, appId: string): Promise<Prepared> {
  const body = orderBody(request, channel.merchant.mchId, appId);
  const { prepay_id } = await channel.gateway.call(
    {
      method: 'POST',
      path: '/v3/pay/transactions/jsapi',
      body: { ...body, payer: { openid: request.payerId } },
    },
    z.object({ prepay_id: z.string() }),
  );
  return { kind: 'signPackage', signPackage: signPackage(channel, appId, prepay_id) };
}

/** Outside WeChat there is no page to go to: what comes back is to be shown as a QR code. */
async function prepareOutside({ gateway, merchant }: Channel, request: PrepareRequest): Promise<Prepared> {
  const body = orderBody(request, merchant.mchId, merchant.appId);
  const { code_url } = await gateway.call(
    { method: 'POST', path: '/v3/pay/transactions/native', body },
    z.object({ code_url: z.string() }),
  );
  return { kind: 'page', url: code_url };
}

async function prepare(channel: Channel, request: PrepareRequest): Promise<Prepared> {
  const { appId, miniProgramAppId } = channel.merchant;
  switch (request.scene) {
    case 'jsapi':
      return prepareInside(channel, request, appId);
    case 'miniprogram':
      if (!miniProgramAppId) {
        throw new ChannelRefused('APPID_MCHID_NOT_MATCH', 'no mini-program is configured');
      }
      return prepareInside(channel, request, miniProgramAppId);
    case 'page':
      return prepareOutside(channel, request);
  }
}

const pathOf = (outTradeNo: string) => `/v3/pay/transactions/out-trade-no/${encodeURIComponent(outTradeNo)}`;

async function query({ gateway, merchant }: Channel, outTradeNo: string): Promise<Trade> {
  const asked = new URLSearchParams({ mchid: merchant.mchId });
  const record = await gateway.find({ method: 'GET', path: `${pathOf(outTradeNo)}?${asked}` }, tradeRecord);
  if (!record) return { outTradeNo, state: 'absent' };
  const trade = tradeOf(record);
  // a signature does not say which question was answered
  if (!trade || trade.outTradeNo !== outTradeNo || record.mchid !== merchant.mchId) {
    throw new ChannelUnavailable(`unclear answer about a trade: ${record.trade_state}`);
  }
  return trade;
}

async function close({ gateway, merchant }: Channel, outTradeNo: string): Promise<void> {
  try {
    await gateway.command({
      method: 'POST',
      path: `${pathOf(outTradeNo)}/close`,
      body: { mchid: merchant.mchId },
    });
  } catch (error) {
    const isDone = error instanceof ChannelRefused && harmlessWhenClosing.has(error.code);
    if (!isDone) throw error;
  }
}

export function createTrades(
  gateway: Gateway,
  merchant: Merchant,
  clock: Clock,
): Pick<PayChannel, 'prepare' | 'query' | 'close'> {
  const channel: Channel = { gateway, merchant, clock };
  return {
    prepare: (request) => prepare(channel, request),
    query: (outTradeNo) => query(channel, outTradeNo),
    close: (outTradeNo) => close(channel, outTradeNo),
  };
}
