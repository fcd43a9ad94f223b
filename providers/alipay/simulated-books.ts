/** What the simulated Alipay knows: trades, refunds, transfers and log-in codes, with the rules it has for them. */
import { randomBytes, randomInt } from 'node:crypto';
import { minuteMs } from '#kit/kernel/time.ts';
import type { PastPaid } from '../pay-channel.ts';

export type TradeStatus = 'WAIT_BUYER_PAY' | 'TRADE_SUCCESS' | 'TRADE_FINISHED' | 'TRADE_CLOSED';

export interface SimulatedRefund {
  outRequestNo: string;
  amountFen: number;
  atMs: number;
}

export interface SimulatedSettlement {
  outRequestNo: string;
  amountFen: number;
}

export interface SimulatedTrade {
  outTradeNo: string;
  /** whose it is; absent: the seller's own */
  subMerchant?: string;
  /** a sub-merchant's money is held until the seller says that it may go */
  settlement?: SimulatedSettlement;
  tradeNo: string;
  amountFen: number;
  subject: string;
  status: TradeStatus;
  /** who is to pay; anybody where a page asks */
  buyerId?: string;
  notifyUrl?: string;
  returnUrl?: string;
  createdAtMs: number;
  expiresAtMs?: number;
  paidAtMs?: number;
  refunds: SimulatedRefund[];
}

export interface SimulatedTransfer {
  outBizNo: string;
  orderId: string;
  amountFen: number;
  identity: string;
  status: 'SUCCESS' | 'FAIL' | 'DEALING' | 'REFUND';
  failReason?: string;
  atMs: number;
}

export interface PendingNotice {
  /** the same in every repetition */
  fields: Record<string, string>;
  url: string;
  attempt: number;
  dueAtMs: number;
}

export interface SimulatedState {
  trades: Record<string, SimulatedTrade>;
  transfers: Record<string, SimulatedTransfer>;
  codes: Record<string, { openId: string; scope?: string; expiresAtMs: number }>;
  notices: PendingNotice[];
}

export const emptyState = (): SimulatedState => ({ trades: {}, transfers: {}, codes: {}, notices: [] });

/** A refusal in Alipay's words. */
export class GatewayRefusal extends Error {
  readonly code: string;
  readonly subCode: string;

  constructor(subCode: string, message: string, code = '40004') {
    super(message);
    this.code = code;
    this.subCode = subCode;
  }
}

const refuse = (subCode: string, message: string): never => {
  throw new GatewayRefusal(subCode, message);
};

const codeLifeMs = 10 * minuteMs;
const minTransferFen = 10;
const digits = (count: number) => Array.from({ length: count }, () => randomInt(10)).join('');

const newTradeNo = (atMs: number) =>
  `${new Date(atMs).toISOString().slice(0, 10).replaceAll('-', '')}22${digits(18)}`;

export const refundedFen = (trade: SimulatedTrade) =>
  trade.refunds.reduce((sum, refund) => sum + refund.amountFen, 0);

export interface BooksOptions {
  state: SimulatedState;
  now: () => number;
  people: readonly { openId: string; name: string }[];
  /** merchants admitted under the seller */
  subMerchants: readonly string[];
  /** told of every change of a trade that Alipay would notify */
  onChange: (trade: SimulatedTrade, refund?: SimulatedRefund) => void;
}

export function createBooks({ state, now, people, subMerchants, onChange }: BooksOptions) {
  const switches = { sellerBroke: false, holdTransfers: false };

  function findTrade(outTradeNo: string): SimulatedTrade | undefined {
    const trade = state.trades[outTradeNo];
    if (trade?.status === 'WAIT_BUYER_PAY' && trade.expiresAtMs !== undefined && trade.expiresAtMs <= now())
      trade.status = 'TRADE_CLOSED';
    return trade;
  }

  const needTrade = (outTradeNo: string) =>
    findTrade(outTradeNo) ?? (refuse('ACQ.TRADE_NOT_EXIST', '交易不存在') as never);

  function createTrade(
    asked: Pick<SimulatedTrade, 'outTradeNo' | 'amountFen' | 'subject' | 'buyerId' | 'subMerchant'> &
      Pick<SimulatedTrade, 'notifyUrl' | 'returnUrl' | 'expiresAtMs'>,
  ): SimulatedTrade {
    if (asked.amountFen < 1) refuse('ACQ.INVALID_PARAMETER', '参数无效: total_amount');
    if (!asked.subject) refuse('ACQ.INVALID_PARAMETER', '参数无效: subject');
    if (asked.subMerchant !== undefined && !subMerchants.includes(asked.subMerchant))
      refuse('ACQ.SUB_MERCHANT_NOT_EXIST', '二级商户不存在');
    const known = findTrade(asked.outTradeNo);
    if (!known) {
      if (asked.expiresAtMs !== undefined && asked.expiresAtMs <= now())
        refuse('ACQ.INVALID_PARAMETER', '参数无效: time_expire');
      const trade: SimulatedTrade = {
        ...asked,
        tradeNo: newTradeNo(now()),
        status: 'WAIT_BUYER_PAY',
        createdAtMs: now(),
        refunds: [],
      };
      state.trades[asked.outTradeNo] = trade;
      return trade;
    }
    if (known.paidAtMs !== undefined) refuse('ACQ.TRADE_HAS_SUCCESS', '交易已被支付');
    if (known.status === 'TRADE_CLOSED') refuse('ACQ.TRADE_HAS_CLOSE', '交易已经关闭');
    const isSame =
      known.amountFen === asked.amountFen &&
      known.buyerId === asked.buyerId &&
      known.subMerchant === asked.subMerchant;
    if (!isSame) refuse('ACQ.CONTEXT_INCONSISTENT', '交易信息被篡改');
    return known;
  }

  function payTrade(outTradeNo: string, openId: string): SimulatedTrade {
    const trade = needTrade(outTradeNo);
    if (trade.paidAtMs !== undefined) refuse('ACQ.TRADE_HAS_SUCCESS', '交易已被支付');
    if (trade.status !== 'WAIT_BUYER_PAY') refuse('ACQ.TRADE_HAS_CLOSE', '交易已经关闭');
    if (trade.buyerId !== undefined && trade.buyerId !== openId)
      refuse('ACQ.BUYER_NOT_EXIST', '付款人与下单人不一致');
    trade.status = 'TRADE_SUCCESS';
    trade.buyerId = openId;
    trade.paidAtMs = now();
    onChange(trade);
    return trade;
  }

  /** A payment of earlier days, as if it had been asked for and paid then. */
  function rememberPaid(past: PastPaid): SimulatedTrade {
    const paidAtMs = Date.parse(past.paidAt);
    const trade: SimulatedTrade = {
      outTradeNo: past.outTradeNo,
      tradeNo: newTradeNo(paidAtMs),
      amountFen: past.amountFen,
      subject: past.description,
      status: 'TRADE_SUCCESS',
      buyerId: past.openId,
      notifyUrl: past.notifyUrl,
      createdAtMs: paidAtMs,
      paidAtMs,
      refunds: [],
    };
    state.trades[past.outTradeNo] = trade;
    return trade;
  }

  function closeTrade(outTradeNo: string): SimulatedTrade {
    const trade = needTrade(outTradeNo);
    if (trade.status !== 'WAIT_BUYER_PAY') refuse('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
    trade.status = 'TRADE_CLOSED';
    return trade;
  }

  /** `changed` is false where the same refund was carried out before. */
  function refundTrade(outTradeNo: string, outRequestNo: string, amountFen: number) {
    const trade = needTrade(outTradeNo);
    const known = trade.refunds.find((refund) => refund.outRequestNo === outRequestNo);
    if (known) {
      if (known.amountFen !== amountFen) refuse('ACQ.DISCORDANT_REPEAT_REQUEST', '请求信息不一致');
      return { trade, changed: false };
    }
    if (trade.status === 'WAIT_BUYER_PAY') refuse('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
    if (trade.status === 'TRADE_CLOSED') refuse('ACQ.TRADE_HAS_CLOSE', '交易已经关闭');
    if (trade.status === 'TRADE_FINISHED') refuse('ACQ.TRADE_HAS_FINISHED', '交易已完结');
    if (amountFen < 1 || refundedFen(trade) + amountFen > trade.amountFen)
      refuse('ACQ.REFUND_AMT_NOT_EQUAL_TOTAL', '退款金额超限');
    if (switches.sellerBroke) refuse('ACQ.SELLER_BALANCE_NOT_ENOUGH', '卖家余额不足');
    const refund = { outRequestNo, amountFen, atMs: now() };
    trade.refunds.push(refund);
    if (refundedFen(trade) === trade.amountFen) trade.status = 'TRADE_CLOSED';
    onChange(trade, refund);
    return { trade, changed: true };
  }

  /** The same number again is the same settlement. */
  function settleTrade(tradeNo: string, outRequestNo: string, amountFen: number): SimulatedTrade {
    const trade = Object.values(state.trades).find((candidate) => candidate.tradeNo === tradeNo);
    if (!trade) return refuse('ACQ.TRADE_NOT_EXIST', '交易不存在');
    if (trade.settlement) {
      const { settlement } = trade;
      if (settlement.outRequestNo !== outRequestNo || settlement.amountFen !== amountFen)
        refuse('ACQ.TRADE_SETTLED', '交易已结算');
      return trade;
    }
    if (!trade.subMerchant || trade.paidAtMs === undefined)
      refuse('ACQ.TRADE_STATUS_ERROR', '交易状态不合法');
    if (amountFen < 1 || amountFen !== trade.amountFen - refundedFen(trade))
      refuse('ACQ.SETTLE_AMOUNT_ERROR', '结算金额必须等于交易金额减去已退款金额');
    trade.settlement = { outRequestNo, amountFen };
    return trade;
  }

  function createTransfer(asked: {
    outBizNo: string;
    amountFen: number;
    identity: string;
    name?: string;
  }): SimulatedTransfer {
    const known = state.transfers[asked.outBizNo];
    if (known) {
      if (known.amountFen !== asked.amountFen || known.identity !== asked.identity)
        refuse('INVALID_PARAMETER', '参数有误: out_biz_no');
      return known;
    }
    if (asked.amountFen < minTransferFen) refuse('EXCEED_LIMIT_SM_MIN_AMOUNT', '低于单笔转账最小金额0.1元');
    const person = people.find(({ openId }) => openId === asked.identity);
    if (!person) refuse('PAYEE_NOT_EXIST', '收款账号不存在');
    if (asked.name && asked.name !== person?.name) refuse('PAYEE_USER_INFO_ERROR', '支付宝账号和姓名不匹配');
    if (switches.sellerBroke) refuse('PAYER_BALANCE_NOT_ENOUGH', '付款方余额不足');
    const transfer: SimulatedTransfer = {
      outBizNo: asked.outBizNo,
      amountFen: asked.amountFen,
      identity: asked.identity,
      orderId: `${new Date(now()).toISOString().slice(0, 10).replaceAll('-', '')}11007${digits(18)}`,
      status: switches.holdTransfers ? 'DEALING' : 'SUCCESS',
      atMs: now(),
    };
    state.transfers[asked.outBizNo] = transfer;
    return transfer;
  }

  const needTransfer = (outBizNo: string) =>
    state.transfers[outBizNo] ?? (refuse('ORDER_NOT_EXIST', '转账订单不存在') as never);

  /** Access tokens are asked with at once: they need not outlive the process. */
  const tokens = new Map<string, { openId: string; scope: string; expiresAtMs: number }>();

  function issueToken(openId: string, scope: string, lifeMs: number): string {
    const token = `${scope === 'auth_user' ? 'authusrB' : 'authbseB'}${randomBytes(16).toString('hex')}`;
    tokens.set(token, { openId, scope, expiresAtMs: now() + lifeMs });
    return token;
  }

  /** Who gave the token, where that was asked for. */
  function personOf(token: string): { openId: string; name: string } {
    const known = tokens.get(token);
    const person = people.find(({ openId }) => openId === known?.openId);
    if (!known || !person || known.expiresAtMs <= now())
      throw new GatewayRefusal('aop.invalid-auth-token', '无效的访问令牌', '20001');
    if (known.scope !== 'auth_user')
      throw new GatewayRefusal('isv.insufficient-user-permissions', '用户权限不足', '40006');
    return person;
  }

  function issueCode(openId: string, scope: string): string {
    if (!people.some((person) => person.openId === openId)) refuse('isv.code-invalid', '授权码无效');
    const code = randomBytes(16).toString('hex');
    state.codes[code] = { openId, scope, expiresAtMs: now() + codeLifeMs };
    return code;
  }

  function takeCode(code: string): { openId: string; scope: string } {
    const known = state.codes[code];
    delete state.codes[code];
    if (!known || known.expiresAtMs <= now())
      throw new GatewayRefusal('isv.code-invalid', '授权码code无效', '40002');
    return { openId: known.openId, scope: known.scope ?? 'auth_base' };
  }

  return {
    switches,
    findTrade,
    needTrade,
    createTrade,
    payTrade,
    rememberPaid,
    closeTrade,
    refundTrade,
    settleTrade,
    createTransfer,
    needTransfer,
    issueCode,
    takeCode,
    issueToken,
    personOf,
  };
}
export type Books = ReturnType<typeof createBooks>;
