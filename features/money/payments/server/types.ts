import type { AccountName, Leg } from '#features/money/ledger/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { ChannelName, ChannelTransfer, PayScene, SharingReceiver } from '#providers/pay-channel.ts';
import type { Channel, PaymentState, ReleaseState, ShareReturnState } from '../contract.ts';

export interface Subject {
  kind: string;
  id: string;
}

export interface Payment {
  id: string;
  tenantId: string;
  subject: Subject;
  channel: Channel;
  state: PaymentState;
  outTradeNo: string;
  amountFen: number;
  /** asked back and not refused */
  refundedFen: number;
  /** the platform's own number, once paid */
  transactionId: string | null;
  paidAt: Date | null;
  expiresAt: Date;
  profitSharing: boolean;
  /** the merchant's own number that collects; null: the platform's */
  subMerchant: string | null;
  payerId: string | null;
}

export interface PaymentRequest {
  tenantId: string;
  subject: Subject;
  channel: ChannelName;
  amountFen: number;
  description: string;
  payerId?: string;
  scene: PayScene;
  expiresAt: Date;
  profitSharing: boolean;
  /** the merchant's own number collects where it has chosen so; absent: ours does */
  mayCollectDirectly?: boolean;
  /** gets the money when it comes */
  credit: AccountName;
  returnUrl?: string;
}

export interface CounterRequest {
  tenantId: string;
  subject: Subject;
  amountFen: number;
  credit: AccountName;
  user: { id: string; name: string };
}

export interface RefundRequest {
  tenantId: string;
  paymentId: string;
  /** said again, it is the same refund */
  key: string;
  amountFen: number;
  reason: string;
  /** negative amounts that add up to -amountFen */
  debits: Leg[];
  subject: Subject;
}

export interface PayoutRequest {
  tenantId: string;
  subject: Subject;
  channel: ChannelName;
  key: string;
  amountFen: number;
  payeeId: string;
  payeeName?: string;
  remark: string;
  debit: AccountName;
}

export interface ShareLineRequest {
  receiverKey: string;
  type: SharingReceiver['type'];
  account: string;
  name?: string;
  amountFen: number;
  description: string;
}

export interface ShareRequest {
  tenantId: string;
  paymentId: string;
  key: string;
  debit: AccountName;
  lines: ShareLineRequest[];
  unfreezeRest: boolean;
}

export interface ShareReturnRequest {
  tenantId: string;
  paymentId: string;
  /** said again, it is the same return */
  key: string;
  /** whose share: the key the share was requested with */
  receiverKey: string;
  /** at most; less where less was shared, or can be asked back */
  amountFen: number;
  description: string;
}

export interface ReleaseView {
  paymentId: string;
  state: ReleaseState;
  /** what WeChat said, or says as long as it does not release */
  reason: string | null;
}

export interface ShareReturnView {
  id: string;
  receiverKey: string;
  createdAt: Date;
  amountFen: number;
  state: ShareReturnState;
  reason: string | null;
}

export interface RefundEnd {
  id: string;
  tenantId: string;
  paymentId: string;
  subject: Subject;
  amountFen: number;
  state: 'done' | 'failed';
  reason: string | null;
}

/** Returned after it had been refused; the debits were given back then. */
export type LateRefund = Omit<RefundEnd, 'state' | 'reason'>;

export interface PayoutView {
  id: string;
  tenantId: string;
  subject: Subject;
  amountFen: number;
}

export interface PayoutEnd extends PayoutView {
  state: 'done' | 'failed';
  reason: string | null;
}

export interface ShareEnd {
  id: string;
  tenantId: string;
  key: string;
  paymentId: string;
  lines: { receiverKey: string; amountFen: number; state: 'done' | 'failed'; reason: string | null }[];
}

export interface ShareReturnEnd {
  id: string;
  tenantId: string;
  paymentId: string;
  receiverKey: string;
  amountFen: number;
  state: 'done' | 'failed';
  reason: string | null;
}

/** Money of a subject is about to move. */
export interface Moving {
  tenantId: string;
  subject: Subject;
  why: 'paid' | 'refundDone' | 'refundFailed' | 'refundReturnedLate' | 'payoutEnded' | 'payoutDoneLate';
}

/**
 * What the owner of a subject does when its money moved. Each runs inside the transaction that books it: what throws
 * undoes both, and it is tried again.
 */
export interface PaymentListener {
  /**
   * Before anything moves: the owner locks its own rows, and names the accounts it will move besides. They are taken
   * together with those of the payment (docs/money.md, "Locks").
   */
  moving?(tx: Tx, moving: Moving): Promise<readonly AccountName[]>;
  /** the same for receivers of WeChat's sharing */
  sharesMoving?(tx: Tx, shares: { tenantId: string; receiverKeys: readonly string[] }): Promise<void>;
  /** after clearing → credit; also for a payment that came after its closing: the owner then refunds it by itself */
  paid?(tx: Tx, payment: Payment): Promise<void>;
  closed?(tx: Tx, payment: Payment): Promise<void>;
  /** cash went back over the counter; it ended where it was requested */
  cashReturned?(tx: Tx, refund: Omit<RefundEnd, 'state' | 'reason'>): Promise<void>;
  /** failed: the debits were given back. Of a counter refund `cashReturned` tells. */
  refundEnded?(tx: Tx, refund: RefundEnd): Promise<void>;
  /** … and now its payment knows of it too: what waited for that may go on */
  refundBooked?(tx: Tx, refund: RefundEnd): Promise<void>;
  /** after all, though it had failed: its owner takes it over with `takeOverLateRefund`, now or when it can */
  refundReturnedLate?(tx: Tx, refund: LateRefund): Promise<void>;
  /** failed: the debit was given back */
  payoutEnded?(tx: Tx, payout: PayoutEnd): Promise<void>;
  /** after all, though it had failed: `takeOverLatePayout` */
  payoutDoneLate?(tx: Tx, payout: PayoutView): Promise<void>;
  /** WeChat: the payee has to agree on a page of ours before the money leaves */
  payoutNeedsConfirm?(
    tx: Tx,
    payout: PayoutView & { confirm: NonNullable<ChannelTransfer['confirm']> },
  ): Promise<void>;
  /** failed lines were given back to the debit account */
  shareEnded?(tx: Tx, share: ShareEnd): Promise<void>;
  /** done: the account that had paid the share has it again */
  shareReturned?(tx: Tx, back: ShareReturnEnd): Promise<void>;
  /** nothing of the payment is kept apart any more */
  released?(tx: Tx, release: ReleaseView & { tenantId: string }): Promise<void>;
}
