export interface SimulatedTrade {
  outTradeNo: string;
  /** MWEB is what the platform calls an order of H5 */
  tradeType: 'JSAPI' | 'NATIVE' | 'APP' | 'MWEB';
  prepayId: string;
  codeUrl: string | undefined;
  appId: string;
  description: string;
  /** the merchant's own words, given back as they came; absent in memories of earlier versions */
  attach?: string;
  notifyUrl: string;
  totalFen: number;
  /** whose trade it is; undefined: the merchant's own, made by the direct calls */
  subMerchant: string | undefined;
  /** who was to pay, at JSAPI */
  openId: string | undefined;
  expiresAt: string | undefined;
  profitSharing: boolean;
  state: 'NOTPAY' | 'SUCCESS' | 'REFUND' | 'CLOSED';
  transactionId: string | undefined;
  paidAt: string | undefined;
  payerOpenId: string | undefined;
  /** nothing of it is left to be shared */
  isReleased: boolean;
  createdAt: string;
  /** the first request, to tell a repetition from another trade with the same number */
  asked: string;
}

export interface SimulatedRefund {
  outRefundNo: string;
  refundId: string;
  outTradeNo: string;
  subMerchant: string | undefined;
  transactionId: string;
  amountFen: number;
  totalFen: number;
  notifyUrl: string | undefined;
  status: 'PROCESSING' | 'SUCCESS' | 'CLOSED' | 'ABNORMAL';
  /** how it ends when its time has come */
  outcome: 'SUCCESS' | 'CLOSED' | 'ABNORMAL';
  createdAt: string;
  succeededAt: string | undefined;
  asked: string;
}

export interface SimulatedTransfer {
  outBillNo: string;
  billNo: string;
  appId: string;
  openId: string;
  payeeName: string | undefined;
  amountFen: number;
  remark: string;
  notifyUrl: string | undefined;
  packageInfo: string;
  state: 'WAIT_USER_CONFIRM' | 'SUCCESS' | 'FAIL' | 'CANCELLED';
  failReason: string | undefined;
  createdAt: string;
  updatedAt: string;
  asked: string;
}

export interface SimulatedReceiver {
  type: string;
  account: string;
  name: string | undefined;
  /** whose receiver it is; undefined: the merchant's own */
  subMerchant: string | undefined;
}

export interface SimulatedShareLine {
  type: string;
  account: string;
  amountFen: number;
  description: string;
  result: 'PENDING' | 'SUCCESS' | 'CLOSED';
  failReason: string | undefined;
}

export interface SimulatedShare {
  outOrderNo: string;
  orderId: string;
  transactionId: string;
  subMerchant: string | undefined;
  state: 'PROCESSING' | 'FINISHED';
  lines: SimulatedShareLine[];
  createdAt: string;
  asked: string;
}

export interface SimulatedReturn {
  outReturnNo: string;
  returnId: string;
  outOrderNo: string;
  subMerchant: string | undefined;
  receiverMchId: string;
  amountFen: number;
  result: 'PROCESSING' | 'SUCCESS' | 'FAILED';
  failReason: string | undefined;
  createdAt: string;
  asked: string;
}

export interface SimulatedNotice {
  id: string;
  url: string;
  eventType: string;
  summary: string;
  originalType: string;
  plain: string;
  createdAt: string;
  /** answers of the merchant so far: HTTP status, or 0 for none */
  answers: number[];
  state: 'waiting' | 'delivered' | 'lost' | 'given up';
}
