export { createPayment, findPayments, takeCounterPayment } from './create-payment.ts';
export { endPayment } from './end-payment.ts';
export { latePayouts, takeOverLatePayout } from './late-payouts.ts';
export { lateRefunds, takeOverLateRefund } from './late-refunds.ts';
export { onPayments } from './listeners.ts';
export { requestPayout } from './payouts.ts';
export { preparePayment } from './prepare-payment.ts';
export { requestProfitShare } from './profit-shares.ts';
export { requestRefund } from './refunds.ts';
export { findKeptApart, findReleases, releaseOverdue, requestRelease } from './releases.ts';
export { type PastPayment, seedPaidPayment, seedPaidPayments, seedRefundDone } from './seed-payment.ts';
export { findShareReturns, requestShareReturn } from './share-returns.ts';
export type {
  CounterRequest,
  LateRefund,
  Moving,
  Payment,
  PaymentListener,
  PaymentRequest,
  PayoutEnd,
  PayoutRequest,
  PayoutView,
  RefundEnd,
  RefundRequest,
  ReleaseView,
  ShareEnd,
  ShareLineRequest,
  ShareRequest,
  ShareReturnEnd,
  ShareReturnView,
  Subject,
} from './types.ts';
export { workDue } from './worker.ts';
