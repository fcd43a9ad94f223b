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
  type TradeKey,
  type TradeState,
} from '../pay-channel.ts';
import type { Gateway } from './gateway.ts';
import type { Merchant } from './merchant.ts';
import { clipped, platformTime } from './wire-format.ts';

/** The same in the answer to a query and inside a callback. */
const tradeFields = z.object({
  out_trade_no: z.string(),
  trade_state: z.string(),
  transaction_id: z.string().optional(),
  success_time: z.iso.datetime({ offset: true }).optional(),
  amount: z.object({ total: z.int().optional(), currency: z.string().optional() }).optional(),
});

const directRecord = tradeFields
  .extend({
    appid: z.string(),
    mchid: z.string(),
    payer: z.object({ openid: z.string().optional() }).optional(),
  })
  .transform(({ appid, mchid, payer, ...fields }) => ({
    ...fields,
    appId: appid,
    mchId: mchid,
    subMerchant: null as string | null,
    payerId: payer?.openid,
  }));

/** Of a merchant under us: the service provider is us, the payer is known by our app. */
const partnerRecord = tradeFields
  .extend({
    sp_appid: z.string(),
    sp_mchid: z.string(),
    sub_mchid: z.string().min(1),
    payer: z.object({ sp_openid: z.string().optional() }).optional(),
  })
  .transform(({ sp_appid, sp_mchid, sub_mchid, payer, ...fields }) => ({
    ...fields,
    appId: sp_appid,
    mchId: sp_mchid,
    subMerchant: sub_mchid as string | null,
    payerId: payer?.sp_openid,
  }));

export const tradeRecord = z.union([partnerRecord, directRecord]);

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
    payerId: record.payerId,
    subMerchant: record.subMerchant,
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

const basePath = (subMerchant: string | undefined) =>
  subMerchant ? '/v3/pay/partner/transactions' : '/v3/pay/transactions';

/** Who asks, in the words of either mode. */
const callerOf = ({ mchId }: Merchant, subMerchant: string | undefined): Record<string, string> =>
  subMerchant ? { sp_mchid: mchId, sub_mchid: subMerchant } : { mchid: mchId };

const orderBody = (request: PrepareRequest, merchant: Merchant, appId: string) => ({
  ...(request.subMerchant ? { sp_appid: appId } : { appid: appId }),
  ...callerOf(merchant, request.subMerchant),
  description: clipped(request.description, descriptionCharacters),
  out_trade_no: request.outTradeNo,
  time_expire: platformTime(request.expiresAt),
  notify_url: request.notifyUrl,
  settle_info: { profit_sharing: request.profitSharing },
  amount: { total: request.amountFen, currency: 'CNY' },
});

async function prepareInside(channel: Channel, request: PrepareRequest, appId: string): Promise<Prepared> {
  const body = orderBody(request, channel.merchant, appId);
  const { subMerchant, payerId } = request;
  const { prepay_id } = await channel.gateway.call(
    {
      method: 'POST',
      path: `${basePath(subMerchant)}/jsapi`,
      body: { ...body, payer: subMerchant ? { sp_openid: payerId } : { openid: payerId } },
    },
    z.object({ prepay_id: z.string() }),
  );
  return { kind: 'signPackage', signPackage: signPackage(channel, appId, prepay_id) };
}

/** Outside WeChat there is no page to go to: what comes back is to be shown as a QR code. */
async function prepareOutside({ gateway, merchant }: Channel, request: PrepareRequest): Promise<Prepared> {
  const body = orderBody(request, merchant, merchant.appId);
  const { code_url } = await gateway.call(
    { method: 'POST', path: `${basePath(request.subMerchant)}/native`, body },
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

const pathOf = ({ outTradeNo, subMerchant }: TradeKey) =>
  `${basePath(subMerchant)}/out-trade-no/${encodeURIComponent(outTradeNo)}`;

async function query({ gateway, merchant }: Channel, key: TradeKey): Promise<Trade> {
  const { outTradeNo, subMerchant } = key;
  const asked = new URLSearchParams(callerOf(merchant, subMerchant));
  const record = await gateway.find({ method: 'GET', path: `${pathOf(key)}?${asked}` }, tradeRecord);
  if (!record) return { outTradeNo, state: 'absent' };
  const trade = tradeOf(record);
  const isAsked =
    record.out_trade_no === outTradeNo &&
    record.mchId === merchant.mchId &&
    record.subMerchant === (subMerchant ?? null);
  // a signature does not say which question was answered
  if (!trade || !isAsked) {
    throw new ChannelUnavailable(`unclear answer about a trade: ${record.trade_state}`);
  }
  return trade;
}

async function close({ gateway, merchant }: Channel, key: TradeKey): Promise<void> {
  try {
    await gateway.command({
      method: 'POST',
      path: `${pathOf(key)}/close`,
      body: callerOf(merchant, key.subMerchant),
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
    query: (outTradeNo, subMerchant) => query(channel, { outTradeNo, subMerchant }),
    close: (outTradeNo, subMerchant) => close(channel, { outTradeNo, subMerchant }),
  };
}
