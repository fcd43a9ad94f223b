import { z } from 'zod';
import {
  type ChannelRefund,
  ChannelRefused,
  type PayChannel,
  type Prepared,
  type PrepareRequest,
  type RefundRequest,
  type Trade,
} from '../pay-channel.ts';
import { fenOf, instantOf, stampOf, yuanOf } from './amounts.ts';
import { createGateway, type Gateway, type GatewayOptions } from './gateway.ts';
import { readAlipayNotice } from './notices.ts';
import { askTransfer, sendTransfer } from './transfers.ts';

export interface AlipayOptions extends GatewayOptions {
  /** the merchant's number (PID), 2088… */
  sellerId: string;
  /** Alipay's page that asks a person to log in */
  authorizePage?: string;
}

export interface Alipay extends PayChannel {
  readonly name: 'alipay';
  /** the person's id at Alipay, from the code that its log-in page came back with */
  exchangeCode(authCode: string): Promise<{ openId: string; accessToken: string }>;
  /** name and picture, where the person was asked for them (`auth_user`) */
  profile(accessToken: string): Promise<AlipayProfile>;
  authorizeUrl(redirectUri: string, scope: AlipayScope, state: string): string;
}

/** base: only who it is, without a question; user: name and picture too */
export type AlipayScope = 'auth_base' | 'auth_user';

export interface AlipayProfile {
  name: string;
  avatarUrl?: string;
}

const defaultAuthorizePage = 'https://openauth.alipay.com/oauth2/publicAppAuthorize.htm';

/** Alipay takes no `/ = &` in a subject; see notices.ts for why an ampersand would also be unwise. */
const fullWidth: Record<string, string> = { '/': '／', '=': '＝', '&': '＆' };
const maxSubjectCharacters = 128;
const subjectOf = (description: string) =>
  [...description.replace(/[/=&]/g, (sign) => fullWidth[sign] ?? '')].slice(0, maxSubjectCharacters).join('');

/** Older apps know people by a user id of 16 digits, newer ones by an open id. */
const buyerOf = (payerId: string) =>
  /^2088\d{12}$/.test(payerId) ? { buyer_id: payerId } : { buyer_open_id: payerId };

/**
 * 直付通: the trade is the sub-merchant's, and goes to the account it named when it was admitted. Should Alipay name the
 * sub-merchant as the seller in a notice, that notice is refused and the question we ask ourselves settles the trade.
 */
const defaultSettlement = (amountFen: number) => ({
  settle_detail_infos: [{ trans_in_type: 'defaultSettle', amount: yuanOf(amountFen) }],
});
const collectorOf = ({ subMerchant, amountFen }: PrepareRequest) =>
  subMerchant && {
    sub_merchant: { merchant_id: subMerchant },
    settle_info: defaultSettlement(amountFen),
  };

async function prepare(gateway: Gateway, appId: string, request: PrepareRequest): Promise<Prepared> {
  const content = {
    out_trade_no: request.outTradeNo,
    total_amount: yuanOf(request.amountFen),
    subject: subjectOf(request.description),
    time_expire: stampOf(request.expiresAt),
    ...collectorOf(request),
  };
  if (request.scene === 'page') {
    const { returnUrl, notifyUrl } = request;
    const url = await gateway.pageUrl(
      'alipay.trade.wap.pay',
      { ...content, product_code: 'QUICK_WAP_WAY', ...(returnUrl ? { quit_url: returnUrl } : {}) },
      { notifyUrl, ...(returnUrl ? { returnUrl } : {}) },
    );
    return { kind: 'page', url };
  }
  if (!request.payerId) throw new ChannelRefused('payer', 'a payment inside Alipay names its payer');
  const { trade_no: tradeNo } = await gateway.ask({
    method: 'alipay.trade.create',
    content: { ...content, product_code: 'JSAPI_PAY', op_app_id: appId, ...buyerOf(request.payerId) },
    params: { notifyUrl: request.notifyUrl },
    answer: z.object({ trade_no: z.string().min(1) }),
  });
  return { kind: 'tradeNo', tradeNo };
}

const tradeAnswer = z.object({
  out_trade_no: z.string(),
  trade_no: z.string(),
  trade_status: z.string(),
  total_amount: z.string(),
  trans_currency: z.string().optional(),
  buyer_user_id: z.string().optional(),
  buyer_open_id: z.string().optional(),
  send_pay_date: z.string().optional(),
});

function stateOf({ trade_status, send_pay_date }: z.infer<typeof tradeAnswer>): Trade['state'] {
  if (trade_status === 'TRADE_SUCCESS' || trade_status === 'TRADE_FINISHED') return 'paid';
  // A trade that was refunded as a whole is closed as well, but it has been paid.
  if (trade_status === 'TRADE_CLOSED') return send_pay_date ? 'paid' : 'closed';
  return 'waiting';
}

/** Its answers do not say whose trade it is: `subMerchant` stays untold. */
async function query(gateway: Gateway, outTradeNo: string): Promise<Trade> {
  try {
    const said = await gateway.ask({
      method: 'alipay.trade.query',
      content: { out_trade_no: outTradeNo },
      answer: tradeAnswer,
    });
    const state = stateOf(said);
    return {
      outTradeNo: said.out_trade_no,
      state,
      transactionId: state === 'paid' ? said.trade_no : undefined,
      amountFen: fenOf(said.total_amount),
      currency: said.trans_currency ?? 'CNY',
      paidAt: state === 'paid' ? instantOf(said.send_pay_date) : undefined,
      payerId: said.buyer_open_id ?? said.buyer_user_id,
    };
  } catch (error) {
    if (error instanceof ChannelRefused && error.code === 'absent') return { outTradeNo, state: 'absent' };
    throw error;
  }
}

async function close(gateway: Gateway, outTradeNo: string): Promise<void> {
  try {
    await gateway.ask({
      method: 'alipay.trade.close',
      content: { out_trade_no: outTradeNo },
      answer: z.object({}),
    });
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error;
    if (error.code === 'absent' || error.code === 'closed') return;
    // "Not in a state to be closed" is both paid and closed already.
    const { state } = await query(gateway, outTradeNo);
    if (state === 'closed' || state === 'absent') return;
    if (state === 'paid') throw new ChannelRefused('paid', error.message);
    throw error;
  }
}

const refundAnswer = z.object({ fund_change: z.enum(['Y', 'N']), refund_fee: z.string() });
const refundQueryAnswer = z.object({
  out_request_no: z.string().optional(),
  refund_status: z.string().optional(),
  refund_amount: z.string().optional(),
});

async function queryRefund(
  gateway: Gateway,
  { outTradeNo, outRefundNo }: { outTradeNo: string; outRefundNo: string },
): Promise<ChannelRefund> {
  try {
    const said = await gateway.ask({
      method: 'alipay.trade.fastpay.refund.query',
      content: { out_trade_no: outTradeNo, out_request_no: outRefundNo },
      answer: refundQueryAnswer,
    });
    // Alipay leaves the state out where it never heard of the refund or did not carry it out: it may be asked for again.
    if (said.refund_status === undefined) return { outRefundNo, state: 'absent' };
    return {
      outRefundNo,
      state: said.refund_status === 'REFUND_SUCCESS' ? 'done' : 'processing',
      amountFen: said.refund_amount === undefined ? undefined : fenOf(said.refund_amount),
    };
  } catch (error) {
    if (error instanceof ChannelRefused && error.code === 'absent') return { outRefundNo, state: 'absent' };
    throw error;
  }
}

/** Its notice goes to the address that was given with the trade. */
async function refund(gateway: Gateway, request: RefundRequest): Promise<ChannelRefund> {
  const { outTradeNo, outRefundNo, amountFen } = request;
  const said = await gateway.ask({
    method: 'alipay.trade.refund',
    content: {
      out_trade_no: outTradeNo,
      out_request_no: outRefundNo,
      refund_amount: yuanOf(amountFen),
      refund_reason: request.reason,
    },
    answer: refundAnswer,
  });
  // `refund_fee` counts all refunds of the trade together, so it says nothing of this one.
  if (said.fund_change === 'Y') return { outRefundNo, state: 'done', amountFen };
  const known = await queryRefund(gateway, { outTradeNo, outRefundNo });
  return known.state === 'absent' ? { outRefundNo, state: 'processing' } : known;
}

async function releaseToSubMerchant(
  gateway: Gateway,
  request: { transactionId: string; outRequestNo: string; amountFen: number },
): Promise<void> {
  await gateway.ask({
    method: 'alipay.trade.settle.confirm',
    content: {
      out_request_no: request.outRequestNo,
      trade_no: request.transactionId,
      settle_info: defaultSettlement(request.amountFen),
    },
    answer: z.object({ trade_no: z.literal(request.transactionId) }),
  });
}

async function exchangeCode(gateway: Gateway, code: string) {
  const said = await gateway.ask({
    method: 'alipay.system.oauth.token',
    params: { grantType: 'authorization_code', code },
    answer: z.object({
      access_token: z.string().min(1),
      open_id: z.string().optional(),
      user_id: z.string().optional(),
    }),
  });
  const openId = said.open_id ?? said.user_id;
  if (!openId) throw new ChannelRefused('person', 'the answer names nobody');
  return { openId, accessToken: said.access_token };
}

async function profile(gateway: Gateway, accessToken: string): Promise<AlipayProfile> {
  const said = await gateway.ask({
    method: 'alipay.user.info.share',
    params: { authToken: accessToken },
    answer: z.object({ nick_name: z.string().default(''), avatar: z.string().optional() }),
  });
  return { name: said.nick_name, avatarUrl: said.avatar || undefined };
}

/** Alipay through its own SDK: every answer's signature is checked, amounts are fen on our side of this file. */
export function createAlipay(options: AlipayOptions): Alipay {
  const gateway = createGateway(options);
  return {
    name: 'alipay',
    merchantId: options.sellerId,
    appId: options.appId,
    partnerId: options.sellerId,
    prepare: (request) => prepare(gateway, options.appId, request),
    query: (outTradeNo) => query(gateway, outTradeNo),
    close: (outTradeNo) => close(gateway, outTradeNo),
    refund: (request) => refund(gateway, request),
    queryRefund: (asked) => queryRefund(gateway, asked),
    releaseToSubMerchant: (request) => releaseToSubMerchant(gateway, request),
    transfer: (request) => sendTransfer(gateway, request),
    queryTransfer: (outBillNo) => askTransfer(gateway, outBillNo),
    readNotice: (request) => readAlipayNotice(gateway, request),
    exchangeCode: (authCode) => exchangeCode(gateway, authCode),
    profile: (accessToken) => profile(gateway, accessToken),
    authorizeUrl(redirectUri, scope, state) {
      const page = new URL(options.authorizePage ?? defaultAuthorizePage);
      page.search = new URLSearchParams({
        app_id: options.appId,
        scope,
        redirect_uri: redirectUri,
        state,
      }).toString();
      return page.toString();
    },
  };
}
