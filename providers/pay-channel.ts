/**
 * What a payment platform does for us, said once for all of them. Clients translate it to the platform's own protocol
 * (providers/wechatpay, providers/alipay) and never guess: an answer nobody could read is `ChannelUnavailable`, and then
 * it is not known whether the thing happened.
 */
export type ChannelName = 'wechat' | 'alipay';

/** jsapi: inside the platform's own browser; miniprogram: payWay 03; page: the platform's own page in any browser */
export type PayScene = 'jsapi' | 'miniprogram' | 'page';

export interface PrepareRequest {
  outTradeNo: string;
  amountFen: number;
  description: string;
  scene: PayScene;
  /** the payer's id at the platform; a page needs none */
  payerId?: string;
  notifyUrl: string;
  /** where the platform's page leads afterwards */
  returnUrl?: string;
  expiresAt: Date;
  /** WeChat keeps the money apart until it is shared or released */
  profitSharing: boolean;
}

/** What `wx.chooseWXPay` is given. */
export interface SignPackage {
  appId: string;
  timeStamp: string;
  nonceStr: string;
  package: string;
  signType: 'RSA';
  paySign: string;
}

export type Prepared =
  | { kind: 'signPackage'; signPackage: SignPackage }
  /** Alipay: the number `AlipayJSBridge.tradePay` is given */
  | { kind: 'tradeNo'; tradeNo: string }
  | { kind: 'page'; url: string };

/** absent: the platform has never heard of it */
export type TradeState = 'waiting' | 'paid' | 'closed' | 'absent';

export interface Trade {
  outTradeNo: string;
  state: TradeState;
  /** the platform's own number, once paid */
  transactionId?: string;
  amountFen?: number;
  currency?: string;
  paidAt?: Date;
  payerId?: string;
}

export interface RefundRequest {
  outTradeNo: string;
  /** said again, it is the same refund */
  outRefundNo: string;
  amountFen: number;
  totalFen: number;
  reason: string;
  notifyUrl: string;
}

export interface ChannelRefund {
  outRefundNo: string;
  /** abnormal: the platform could not return it (a closed card); closed: it will not */
  state: 'processing' | 'done' | 'closed' | 'abnormal' | 'absent';
  refundId?: string;
  amountFen?: number;
}

export interface TransferRequest {
  outBillNo: string;
  amountFen: number;
  /** openid, or the Alipay account */
  payeeId: string;
  payeeName?: string;
  remark: string;
  notifyUrl: string;
}

export interface ChannelTransfer {
  outBillNo: string;
  state: 'processing' | 'waitConfirm' | 'done' | 'failed' | 'absent';
  billNo?: string;
  amountFen?: number;
  /** WeChat: the person has to confirm on a page (`requestMerchantTransfer`) */
  confirm?: { mchId: string; appId: string; package: string };
  reason?: string;
}

/** A callback whose signature, time and encryption were found true. Merchant and app are told so that they are compared. */
export type Notice = { id: string; merchantId: string; appId?: string } & (
  | { kind: 'payment'; trade: Trade }
  | { kind: 'refund'; outTradeNo: string; refund: ChannelRefund }
  | { kind: 'transfer'; transfer: ChannelTransfer }
);

export interface NoticeRequest {
  headers: Record<string, string | string[] | undefined>;
  /** as it came, byte by byte */
  body: string;
}

export interface PayChannel {
  readonly name: ChannelName;
  /** ours at the platform; a notice for somebody else is refused */
  readonly merchantId: string;
  readonly appId: string;
  prepare(request: PrepareRequest): Promise<Prepared>;
  query(outTradeNo: string): Promise<Trade>;
  /** closing what is closed or unknown is fine; what is paid answers `ChannelRefused` with code 'paid' */
  close(outTradeNo: string): Promise<void>;
  refund(request: RefundRequest): Promise<ChannelRefund>;
  queryRefund(refund: { outTradeNo: string; outRefundNo: string }): Promise<ChannelRefund>;
  transfer(request: TransferRequest): Promise<ChannelTransfer>;
  queryTransfer(outBillNo: string): Promise<ChannelTransfer>;
  /** verifies and decrypts; throws `NoticeRefused` */
  readNotice(request: NoticeRequest): Promise<Notice>;
}

export interface SharingReceiver {
  type: 'MERCHANT_ID' | 'PERSONAL_OPENID';
  account: string;
  name?: string;
}

export interface SharingOrder {
  outOrderNo: string;
  state: 'processing' | 'finished' | 'absent';
  receivers: {
    account: string;
    amountFen: number;
    result: 'pending' | 'success' | 'closed';
    reason?: string;
  }[];
}

/** WeChat's profit sharing. */
export interface ProfitSharing {
  addReceiver(receiver: SharingReceiver): Promise<void>;
  share(request: {
    transactionId: string;
    outOrderNo: string;
    receivers: (SharingReceiver & { amountFen: number; description: string })[];
    unfreezeRest: boolean;
  }): Promise<SharingOrder>;
  queryShare(share: { transactionId: string; outOrderNo: string }): Promise<SharingOrder>;
  unfreeze(request: { transactionId: string; outOrderNo: string; description: string }): Promise<void>;
  returnShare(request: {
    outOrderNo: string;
    outReturnNo: string;
    receiverMerchantId: string;
    amountFen: number;
    description: string;
  }): Promise<{ state: 'processing' | 'success' | 'failed'; reason?: string }>;
}

/** A definite no; `code` is the platform's own, or 'paid', 'insufficient', 'closed' where callers act on it. */
export class ChannelRefused extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.name = 'ChannelRefused';
    this.code = code;
  }
}

/** No answer, an outage, an answer with a wrong signature: whether it happened has to be asked later. */
export class ChannelUnavailable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'ChannelUnavailable';
  }
}

export type NoticeRefusal = 'malformed' | 'signature' | 'serial' | 'clock' | 'decrypt' | 'merchant';

export class NoticeRefused extends Error {
  readonly refusal: NoticeRefusal;

  constructor(refusal: NoticeRefusal) {
    super(`notice refused: ${refusal}`);
    this.name = 'NoticeRefused';
    this.refusal = refusal;
  }
}
