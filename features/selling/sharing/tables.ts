import { bigint, boolean, date, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type {
  Cost,
  EntryKind,
  FailureReason,
  LineState,
  Ratio,
  ReceiverKind,
  ReceiverWay,
  RunState,
  Schedule,
  Step,
  WechatState,
  WechatType,
} from './contract/shared.ts';

const fen = (name: string) => bigint(name, { mode: 'number' });
const dayColumn = (name: string) => date(name, { mode: 'string' });

export const shareReceivers = tenantTable('share_receiver', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  /** hidden: past shares still name them */
  removedAt: instantColumn('removed_at'),
  kind: text('kind').$type<ReceiverKind>().notNull(),
  name: text('name').notNull(),
  phone: text('phone').notNull().default(''),
  way: text('way').$type<ReceiverWay>().notNull(),
  userId: uuid('user_id'),
  agentId: text('agent_id'),
  wechatType: text('wechat_type').$type<WechatType>(),
  /** sealed, like the name */
  wechatAccount: text('wechat_account'),
  wechatName: text('wechat_name'),
  wechatMask: text('wechat_mask'),
  /** tells whether an account is known already */
  wechatPrint: text('wechat_print'),
  wechatState: text('wechat_state').$type<WechatState>().notNull().default('none'),
  wechatReason: text('wechat_reason').notNull().default(''),
  remark: text('remark').notNull().default(''),
});

/** One for each site that shares or has shared. */
export const shareRules = siteTable('share_rule', {
  siteId: uuid('site_id').notNull(),
  createdAt: createdAtColumn(),
  schedule: text('schedule').$type<Schedule>().notNull(),
  paused: boolean('paused').notNull().default(false),
  /** every day before this one was shared */
  doneUntil: dayColumn('done_until'),
});

/** Never changed but for being withdrawn before they hold. */
export const shareVersions = siteTable('share_version', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  number: integer('number').notNull(),
  effectiveFrom: dayColumn('effective_from').notNull(),
  ends: boolean('ends').notNull().default(false),
  deductFee: boolean('deduct_fee').notNull(),
  includeCash: boolean('include_cash').notNull(),
  costs: jsonb('costs').$type<Cost[]>().notNull(),
  ratios: jsonb('ratios').$type<Ratio[]>().notNull(),
  note: text('note').notNull().default(''),
  createdBy: uuid('created_by').notNull(),
  createdByName: text('created_by_name').notNull(),
  withdrawnAt: instantColumn('withdrawn_at'),
});

/** The days `from` … before `to` of a site under one version; there is one of each. */
export const shareRuns = siteTable('share_run', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  siteId: uuid('site_id').notNull(),
  versionId: uuid('version_id').notNull(),
  fromDay: dayColumn('from_day').notNull(),
  toDay: dayColumn('to_day').notNull(),
  state: text('state').$type<RunState>().notNull(),
  /** orders settled before this moment were looked at by an earlier pass */
  scannedTo: instantColumn('scanned_to'),
  endedAt: instantColumn('ended_at'),
});

/** An order that was shared: once, by one version, with the figures of that moment. */
export const shareOrders = siteTable('share_order', {
  orderId: uuid('order_id').notNull(),
  createdAt: createdAtColumn(),
  runId: uuid('run_id').notNull(),
  versionId: uuid('version_id').notNull(),
  siteId: uuid('site_id').notNull(),
  walletId: text('wallet_id').notNull(),
  number: text('number').notNull(),
  /** the business day it was settled on */
  day: dayColumn('day').notNull(),
  /** of a payment that WeChat keeps apart for sharing */
  paymentId: uuid('payment_id'),
  paymentFen: fen('payment_fen'),
  paidAt: instantColumn('paid_at'),
  /** at the merchant's own number: only WeChat's sharing can pay it out */
  collectedDirectly: boolean('collected_directly').notNull().default(false),
  grossFen: fen('gross_fen').notNull(),
  steps: jsonb('steps').$type<Step[]>().notNull(),
  baseFen: fen('base_fen').notNull(),
  /** costs of the day that this order bears, by their place in the version */
  dayCostsFen: jsonb('day_costs_fen').$type<number[]>().notNull(),
  /** what the merchant keeps of it now, after later refunds */
  keptFen: fen('kept_fen').notNull(),
  /** WeChat was told to release the rest: nothing more of this payment can be shared there */
  released: boolean('released').notNull().default(false),
  /** the order changed for the better since: the next run looks at it again */
  recheck: boolean('recheck').notNull().default(false),
});

/** The part of one receiver in one order. */
export const shareLines = siteTable('share_line', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  orderId: uuid('order_id').notNull(),
  runId: uuid('run_id').notNull(),
  siteId: uuid('site_id').notNull(),
  receiverId: uuid('receiver_id').notNull(),
  day: dayColumn('day').notNull(),
  /** when the order was delivered that it is a part of, and at which machine: what figures go by */
  settledAt: instantColumn('settled_at').notNull(),
  deviceId: uuid('device_id'),
  deviceType: text('device_type').$type<DeviceType>(),
  basisPoints: integer('basis_points').notNull(),
  earnedFen: fen('earned_fen').notNull(),
  /** the share of what is kept now */
  dueFen: fen('due_fen').notNull(),
  /** above `due` while the receiver owes something back */
  paidFen: fen('paid_fen').notNull().default(0),
  /** on its way through WeChat */
  waitingFen: fen('waiting_fen').notNull().default(0),
  /** asked back at WeChat and not decided yet; still among `paid`, and not owed */
  returningFen: fen('returning_fen').notNull().default(0),
  state: text('state').$type<LineState>().notNull(),
  reason: text('reason').$type<FailureReason>(),
  reasonDetail: text('reason_detail').notNull().default(''),
  /** number of the next payment, part of its key */
  tries: integer('tries').notNull().default(0),
  /** WeChat said no: what is left goes another way, if there is one */
  wechatRefused: boolean('wechat_refused').notNull().default(false),
});

/** Every change of what a receiver is owed. Append-only by trigger. */
export const shareEntries = tenantTable('share_entry', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  receiverId: uuid('receiver_id').notNull(),
  lineId: uuid('line_id').notNull(),
  orderId: uuid('order_id').notNull(),
  siteId: uuid('site_id').notNull(),
  /** earned: the day of the order; everything else: the day it happened */
  day: dayColumn('day').notNull(),
  kind: text('kind').$type<EntryKind>().notNull(),
  /** signed: what is owed afterwards less what was owed before */
  amountFen: fen('amount_fen').notNull(),
  way: text('way').$type<ReceiverWay>(),
  /** in the books; null where nothing moved there, and where features/money/payments moves it */
  transferId: uuid('transfer_id'),
});

/** What a receiver could not give back. */
export const shareDebts = tenantTable('share_debt', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  receiverId: uuid('receiver_id').notNull(),
  lineId: uuid('line_id').notNull(),
  orderId: uuid('order_id').notNull(),
  amountFen: fen('amount_fen').notNull(),
  openFen: fen('open_fen').notNull(),
  /** what WeChat said when it did not take the share back */
  reason: text('reason').notNull().default(''),
  clearedAt: instantColumn('cleared_at'),
});

/** How much of a day's cost the orders of the day have borne. */
export const shareDayCosts = tenantTable('share_day_cost', {
  versionId: uuid('version_id').notNull(),
  day: dayColumn('day').notNull(),
  /** its place among the costs of the version */
  place: integer('place').notNull(),
  takenFen: fen('taken_fen').notNull(),
});

/** Rent of a day, as far as a machine bears it; of no machine (zeros) where none stood there. Only `write-rents.ts` writes it. */
export const rentDays = tenantTable(
  'rent_day',
  {
    siteId: uuid('site_id').notNull(),
    day: dayColumn('day').notNull(),
    deviceId: uuid('device_id').notNull(),
    deviceType: text('device_type').notNull(),
    at: instantColumn('at').notNull(),
    amountFen: fen('amount_fen').notNull(),
  },
  { site: 'siteId' },
);

/** Up to which day the rent of a site is written. */
export const rentSites = tenantTable(
  'rent_site',
  { siteId: uuid('site_id').notNull(), writtenTo: dayColumn('written_to').notNull() },
  { site: 'siteId' },
);

/** Rent that has to be written again, from a moment or a day; triggers note it. */
export const rentChanges = tenantTable(
  'rent_change',
  {
    id: bigint('id', { mode: 'number' }).notNull().generatedAlwaysAsIdentity(),
    siteId: uuid('site_id').notNull(),
    fromAt: instantColumn('from_at'),
    fromDay: dayColumn('from_day'),
  },
  { site: 'siteId' },
);

/** Money of a receiver without a wallet that was handed over outside. */
export const shareSettlements = tenantTable('share_settlement', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  receiverId: uuid('receiver_id').notNull(),
  day: dayColumn('day').notNull(),
  amountFen: fen('amount_fen').notNull(),
  note: text('note').notNull(),
  userId: uuid('user_id').notNull(),
  userName: text('user_name').notNull(),
  requestId: uuid('request_id').notNull(),
  transferId: uuid('transfer_id').notNull(),
});

/** Whose fees of which day were divided among agents. The tenant is the merchant. */
export const shareFeeDays = tenantTable('share_fee_day', {
  day: dayColumn('day').notNull(),
  feeFen: fen('fee_fen').notNull(),
  /** below zero: more fees were given back than earned; the next days make up for it */
  carriedFen: fen('carried_fen').notNull(),
});

/** The tenant is the agent. */
export const agentShares = tenantTable('agent_share', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  merchantId: text('merchant_id').notNull(),
  day: dayColumn('day').notNull(),
  feeFen: fen('fee_fen').notNull(),
  basisPoints: integer('basis_points').notNull(),
  amountFen: fen('amount_fen').notNull(),
  transferId: uuid('transfer_id').notNull(),
});
