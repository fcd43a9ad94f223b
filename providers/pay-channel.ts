/**
 * What a payment platform does for us, said once for all of them. Clients translate it to the platform's own protocol
 * (providers/wechatpay, providers/alipay) and never guess: an answer nobody could read is `ChannelUnavailable`, and then
 * it is not known whether the thing happened.
 */
export type ChannelName = 'wechat' | 'alipay';

/** jsapi: inside the platform's own browser; miniprogram: payWay 03; page: the platform's own page in any browser */
export type PayScene = 'jsapi' | 'miniprogram' | 'page';

/**
 * Who collects: ours, or a merchant of ours with a number of its own at the platform (WeChat: 特约商户 of the service
 * provider, Alipay: 二级商户 of 直付通). A trade is known only under the number it was made for.
 */
export interface TradeKey {
  outTradeNo: string;
  subMerchant?: string;
}

export interface PrepareRequest extends TradeKey {
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
  /** whose trade it is; null: ours; undefined: this platform does not tell */
  subMerchant?: string | null;
  /** the platform's own number, once paid */
  transactionId?: string;
  amountFen?: number;
  currency?: string;
  paidAt?: Date;
  payerId?: string;
}

export interface RefundRequest extends TradeKey {
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
  | { kind: 'refund'; outTradeNo: string; subMerchant?: string | null; refund: ChannelRefund }
  | { kind: 'transfer'; transfer: ChannelTransfer }
);

export interface NoticeRequest {
  headers: Record<string, string | string[] | undefined>;
  /** as it came, byte by byte */
  body: string;
}

/** A line of the bill that the platform makes of a day: what it says happened, whatever it told us at the time. */
export interface BillLine {
  kind: 'payment' | 'refund' | 'payout';
  /** our number of it */
  outNo: string;
  /** the platform's */
  platformNo: string;
  amountFen: number;
  /** a payment or payout is in the bill once it is done; a refund from when it was asked for */
  state: 'done' | 'processing' | 'failed';
}
export type DayBill = BillLine[];

export interface PayChannel {
  readonly name: ChannelName;
  /** ours at the platform; a notice for somebody else is refused */
  readonly merchantId: string;
  readonly appId: string;
  /** our number over merchants with numbers of their own; undefined: they can not collect by themselves here */
  readonly partnerId: string | undefined;
  prepare(request: PrepareRequest): Promise<Prepared>;
  query(outTradeNo: string, subMerchant?: string): Promise<Trade>;
  /** closing what is closed or unknown is fine; what is paid answers `ChannelRefused` with code 'paid' */
  close(outTradeNo: string, subMerchant?: string): Promise<void>;
  refund(request: RefundRequest): Promise<ChannelRefund>;
  queryRefund(refund: TradeKey & { outRefundNo: string }): Promise<ChannelRefund>;
  /**
   * Alipay holds what a sub-merchant collected until somebody says that it may go to the merchant's account. Said again
   * with the same number it is the same; the amount is that of the trade less what was refunded. Absent: nobody holds it.
   */
  releaseToSubMerchant?(request: {
    transactionId: string;
    outRequestNo: string;
    amountFen: number;
  }): Promise<void>;
  transfer(request: TransferRequest): Promise<ChannelTransfer>;
  queryTransfer(outBillNo: string): Promise<ChannelTransfer>;
  /** The bill of a day (China's), from the next morning on, for three months. Absent: this platform is not asked for bills. */
  readBill?(day: string): Promise<DayBill>;
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

export interface ShareReturn {
  outReturnNo: string;
  state: 'processing' | 'success' | 'failed' | 'absent';
  amountFen?: number;
  reason?: string;
}

/** Whose payment it is about; undefined: the platform's own number collected it. */
interface OfSubMerchant {
  subMerchant?: string;
}

/** WeChat's profit sharing. Said again under the same number, everything is the same thing. */
export interface ProfitSharing {
  addReceiver(receiver: SharingReceiver & OfSubMerchant): Promise<void>;
  share(
    request: OfSubMerchant & {
      transactionId: string;
      outOrderNo: string;
      receivers: (SharingReceiver & { amountFen: number; description: string })[];
      unfreezeRest: boolean;
    },
  ): Promise<SharingOrder>;
  queryShare(share: OfSubMerchant & { transactionId: string; outOrderNo: string }): Promise<SharingOrder>;
  /** what is left goes to the merchant who collected; its end is asked for with `queryShare` */
  unfreeze(
    request: OfSubMerchant & { transactionId: string; outOrderNo: string; description: string },
  ): Promise<SharingOrder>;
  /** from a receiver that is a merchant; a person can not be asked */
  returnShare(
    request: OfSubMerchant & {
      outOrderNo: string;
      outReturnNo: string;
      receiverMerchantId: string;
      amountFen: number;
      description: string;
    },
  ): Promise<ShareReturn>;
  queryReturn(wanted: OfSubMerchant & { outOrderNo: string; outReturnNo: string }): Promise<ShareReturn>;
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

/** What a simulated platform is told of a payment that was made before it began. */
export interface PastPaid {
  outTradeNo: string;
  amountFen: number;
  description: string;
  /** of who paid */
  openId: string;
  notifyUrl: string;
  profitSharing: boolean;
  paidAt: string;
}
