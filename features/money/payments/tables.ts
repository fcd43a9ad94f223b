import { bigint, boolean, date, integer, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import type { AccountName } from '#features/money/ledger/server/public.ts';
import { createdAtColumn, idColumn, instantColumn, tenantTable } from '#kit/server/tables.ts';
import type { ChannelName, ChannelTransfer, Prepared, SharingReceiver } from '#providers/pay-channel.ts';
import type { BillKind, Difference } from './contract/bills.ts';
import type { DisputeSource, DisputeState, DisputeSubject, Mismatch } from './contract/disputes.ts';
import type {
  Channel,
  PaymentState,
  PayoutState,
  RefundState,
  ReleaseState,
  SettlementState,
  ShareLineState,
  ShareReturnState,
  ShareState,
} from './contract.ts';

type StoredScene = 'jsapi' | 'miniprogram' | 'page' | 'counter';

const fen = (name: string) => bigint(name, { mode: 'number' });

/** What it is about: an order, a deposit, a withdrawal. Only its owner knows more. */
const subjectColumns = () => ({
  subjectKind: text('subject_kind').notNull(),
  subjectId: text('subject_id').notNull(),
});

/** When somebody has to look at it again; null: there is nothing left to do, or only for people (`givenUpAt`). */
const workColumns = () => ({
  nextTryAt: instantColumn('next_try_at'),
  attempts: integer('attempts').notNull().default(0),
  lastError: text('last_error'),
});

export const payments = tenantTable('payment', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  ...subjectColumns(),
  channel: text('channel').$type<Channel>().notNull(),
  state: text('state').$type<PaymentState>().notNull(),
  outTradeNo: text('out_trade_no').notNull(),
  amountFen: fen('amount_fen').notNull(),
  /** asked back and not refused */
  refundedFen: fen('refunded_fen').notNull().default(0),
  description: text('description').notNull(),
  scene: text('scene').$type<StoredScene>().notNull(),
  payerId: text('payer_id'),
  returnUrl: text('return_url'),
  profitSharing: boolean('profit_sharing').notNull(),
  /** the merchant's own number that collects, decided when the payment was made; null: the platform's number */
  subMerchant: text('sub_merchant'),
  /** where the money goes when it comes */
  credit: jsonb('credit').$type<AccountName>().notNull(),
  expiresAt: instantColumn('expires_at').notNull(),
  /** the platform's answer, given again to a caller that asks again */
  prepared: jsonb('prepared').$type<Prepared>(),
  preparedAt: instantColumn('prepared_at'),
  transactionId: text('transaction_id'),
  paidAt: instantColumn('paid_at'),
  /** stays when the money came after all */
  closedAt: instantColumn('closed_at'),
  /** the platform reported something else than was asked for: see paymentDisputes */
  disputedAt: instantColumn('disputed_at'),
  ...workColumns(),
});

/** What the platform said of a payment that does not fit it. Its id is the payment's. */
export const paymentDisputes = tenantTable('payment_dispute', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  lastAt: instantColumn('last_at').notNull(),
  about: text('about').$type<DisputeSubject>().notNull(),
  mismatch: text('mismatch').$type<Mismatch>().notNull(),
  source: text('source').$type<DisputeSource>().notNull(),
  askedFen: fen('asked_fen').notNull(),
  reportedFen: fen('reported_fen'),
  reportedCurrency: text('reported_currency'),
  transactionId: text('transaction_id'),
  state: text('state').$type<DisputeState>().notNull(),
  endedAt: instantColumn('ended_at'),
  endedBy: uuid('ended_by'),
  endedByName: text('ended_by_name').notNull().default(''),
  note: text('note').notNull().default(''),
});

/** The platform's bill of a day, as it was read last. */
export const paymentBills = pgTable(
  'payment_bill',
  {
    channel: text('channel').$type<ChannelName>().notNull(),
    day: date('day', { mode: 'string' }).notNull(),
    comparedAt: instantColumn('compared_at').notNull(),
    payments: integer('payments').notNull(),
    paymentsFen: fen('payments_fen').notNull(),
    refunds: integer('refunds').notNull(),
    refundsFen: fen('refunds_fen').notNull(),
    payouts: integer('payouts').notNull(),
    payoutsFen: fen('payouts_fen').notNull(),
  },
  (columns) => [primaryKey({ columns: [columns.channel, columns.day] })],
);

/** Where that bill and our books differ. What only the bill has belongs to the platform's own organisation. */
export const paymentDifferences = tenantTable('payment_difference', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  channel: text('channel').$type<ChannelName>().notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  kind: text('kind').$type<BillKind>().notNull(),
  difference: text('difference').$type<Difference>().notNull(),
  outNo: text('out_no').notNull(),
  platformNo: text('platform_no'),
  ourFen: fen('our_fen'),
  theirFen: fen('their_fen'),
  state: text('state').$type<DisputeState>().notNull(),
  endedAt: instantColumn('ended_at'),
  endedBy: uuid('ended_by'),
  endedByName: text('ended_by_name').notNull().default(''),
  note: text('note').notNull().default(''),
});

export const paymentRefunds = tenantTable('payment_refund', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  paymentId: uuid('payment_id').notNull(),
  key: text('key').notNull(),
  ...subjectColumns(),
  channel: text('channel').$type<Channel>().notNull(),
  amountFen: fen('amount_fen').notNull(),
  reason: text('reason').notNull(),
  outRefundNo: text('out_refund_no').notNull(),
  state: text('state').$type<RefundState>().notNull(),
  refundId: text('refund_id'),
  /** moved the debits; undone when the platform refuses */
  transferId: uuid('transfer_id').notNull(),
  endedAt: instantColumn('ended_at'),
  failure: text('failure'),
  /** the platform returned it although it had said it would not: the platform's own account bears it … */
  returnedLateAt: instantColumn('returned_late_at'),
  /** … until the owner of the subject took it over, but for what the wallet did not have any more */
  lateSettledAt: instantColumn('late_settled_at'),
  lateBorneFen: fen('late_borne_fen').notNull().default(0),
  givenUpAt: instantColumn('given_up_at'),
  ...workColumns(),
});

export const payouts = tenantTable('payout', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  key: text('key').notNull(),
  ...subjectColumns(),
  channel: text('channel').$type<ChannelName>().notNull(),
  amountFen: fen('amount_fen').notNull(),
  payeeId: text('payee_id').notNull(),
  /** sealed: it is a person's real name */
  payeeName: text('payee_name'),
  remark: text('remark').notNull(),
  outBillNo: text('out_bill_no').notNull(),
  state: text('state').$type<PayoutState>().notNull(),
  billNo: text('bill_no'),
  confirm: jsonb('confirm').$type<NonNullable<ChannelTransfer['confirm']>>(),
  transferId: uuid('transfer_id').notNull(),
  endedAt: instantColumn('ended_at'),
  failure: text('failure'),
  /** paid after it had failed: as with refunds */
  returnedLateAt: instantColumn('returned_late_at'),
  lateSettledAt: instantColumn('late_settled_at'),
  givenUpAt: instantColumn('given_up_at'),
  ...workColumns(),
});

export const profitShares = tenantTable('profit_share', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  paymentId: uuid('payment_id').notNull(),
  key: text('key').notNull(),
  outOrderNo: text('out_order_no').notNull(),
  state: text('state').$type<ShareState>().notNull(),
  unfreezeRest: boolean('unfreeze_rest').notNull(),
  debit: jsonb('debit').$type<AccountName>().notNull(),
  endedAt: instantColumn('ended_at'),
  ...workColumns(),
});

export const profitShareLines = tenantTable('profit_share_line', {
  shareId: uuid('share_id').notNull(),
  place: integer('place').notNull(),
  receiverKey: text('receiver_key').notNull(),
  type: text('type').$type<SharingReceiver['type']>().notNull(),
  account: text('account').notNull(),
  /** sealed */
  name: text('name'),
  amountFen: fen('amount_fen').notNull(),
  description: text('description').notNull(),
  state: text('state').$type<ShareLineState>().notNull(),
  reason: text('reason'),
});

/** Alipay keeps what a merchant's own number collected until it is told that the merchant may have it. */
export const directSettlements = tenantTable('direct_settlement', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  paymentId: uuid('payment_id').notNull(),
  outRequestNo: text('out_request_no').notNull(),
  /** as it was last asked for: the platform knows it by number and amount */
  amountFen: fen('amount_fen').notNull(),
  state: text('state').$type<SettlementState>().notNull(),
  endedAt: instantColumn('ended_at'),
  failure: text('failure'),
  ...workColumns(),
});

/** Of what WeChat keeps apart nothing (more) is shared: it is released, once for each payment. */
export const profitShareReleases = tenantTable('profit_share_release', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  paymentId: uuid('payment_id').notNull(),
  outOrderNo: text('out_order_no').notNull(),
  state: text('state').$type<ReleaseState>().notNull(),
  reason: text('reason'),
  endedAt: instantColumn('ended_at'),
  ...workColumns(),
});

/** A part of a share that the receiver gives back. */
export const profitShareReturns = tenantTable('profit_share_return', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  paymentId: uuid('payment_id').notNull(),
  shareId: uuid('share_id').notNull(),
  place: integer('place').notNull(),
  key: text('key').notNull(),
  amountFen: fen('amount_fen').notNull(),
  description: text('description').notNull(),
  outReturnNo: text('out_return_no').notNull(),
  state: text('state').$type<ShareReturnState>().notNull(),
  reason: text('reason'),
  endedAt: instantColumn('ended_at'),
  ...workColumns(),
});

/** Notices belong to the platform: one payment account serves all merchants. */
export const paymentNotices = pgTable('payment_notice', {
  channel: text('channel').$type<ChannelName>().notNull(),
  noticeId: text('notice_id').notNull(),
  kind: text('kind').notNull(),
  outNo: text('out_no').notNull(),
  firstAt: instantColumn('first_at').notNull(),
  lastAt: instantColumn('last_at').notNull(),
  times: integer('times').notNull().default(1),
});

/** What was refused is counted and not kept: nobody knows who wrote it. */
export const paymentNoticeRefusals = pgTable('payment_notice_refusal', {
  channel: text('channel').$type<ChannelName>().notNull(),
  reason: text('reason').notNull(),
  day: date('day', { mode: 'string' }).notNull(),
  times: integer('times').notNull(),
  lastAt: instantColumn('last_at').notNull(),
});

export const paymentChannelStates = pgTable('payment_channel_state', {
  channel: text('channel').$type<ChannelName>().primaryKey(),
  answeredAt: instantColumn('answered_at'),
  /** since when it has not answered */
  downSince: instantColumn('down_since'),
  lastError: text('last_error'),
});
