import { bigint, boolean, integer, jsonb, text, uuid } from 'drizzle-orm/pg-core';
import type { FeeStep } from '#features/money/wallet/server/public.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import { createdAtColumn, idColumn, instantColumn, siteTable, tenantTable } from '#kit/server/tables.ts';
import type {
  FaultCode,
  FaultState,
  OrderItem,
  OrderKind,
  OrderState,
  OrderUnit,
  PayWay,
  RefundState,
  SettleTarget,
} from './contract/kinds.ts';

/** Who delivers, and what they need to know for it. */
export interface FulfilmentPlan {
  name: string;
  plan: Record<string, unknown>;
}

const amount = (name: string) => bigint(name, { mode: 'number' });

/** Amounts are in `unit`. Lists read by id, which grows with time; there are few indexes, as there may be many rows. */
export const orders = siteTable('orders', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  number: text('number').notNull(),
  kind: text('kind').$type<OrderKind>().notNull(),
  state: text('state').$type<OrderState>().notNull(),
  siteId: uuid('site_id'),
  deviceId: uuid('device_id'),
  /** what the machine was called then: it may be renamed, moved or gone when somebody reads the order */
  deviceCode: text('device_code'),
  deviceNumber: integer('device_number'),
  deviceName: text('device_name'),
  deviceType: text('device_type').$type<DeviceType>(),
  playerId: uuid('player_id'),
  userId: uuid('user_id'),
  userName: text('user_name'),
  walletId: text('wallet_id').notNull(),
  payWay: text('pay_way').$type<PayWay>().notNull(),
  unit: text('unit').$type<OrderUnit>().notNull(),
  amount: amount('amount').notNull(),
  /** of it: paid out of value that the player had bought with cash */
  cashAmount: amount('cash_amount').notNull().default(0),
  paidAmount: amount('paid_amount').notNull().default(0),
  /** gross, of what was delivered; a refund does not lower it */
  fulfilledAmount: amount('fulfilled_amount').notNull().default(0),
  /** asked back, whether the platform has confirmed or not */
  refundedAmount: amount('refunded_amount').notNull().default(0),
  /** of what the merchant keeps */
  feeFen: amount('fee_fen').notNull().default(0),
  /** the rates of the moment of settlement: refunds give back by the same */
  feeLadder: jsonb('fee_ladder').$type<FeeStep[]>().notNull().default([]),
  settlesTo: text('settles_to').$type<SettleTarget>().notNull(),
  title: text('title').notNull(),
  items: jsonb('items').$type<OrderItem[]>().notNull(),
  fulfilment: jsonb('fulfilment').$type<FulfilmentPlan>().notNull(),
  /** how often a machine was asked: the second time is the last */
  attempts: integer('attempts').notNull().default(0),
  asked: integer('asked'),
  counted: integer('counted'),
  holdId: uuid('hold_id'),
  /** of the part that value bought with cash pays, where another part is paid otherwise */
  cashHoldId: uuid('cash_hold_id'),
  commandId: uuid('command_id'),
  paymentId: uuid('payment_id'),
  /** the merchant's own number at the platform collects; see features/money/payments `sub_merchant` */
  collectedDirectly: boolean('collected_directly').notNull().default(false),
  fault: text('fault').$type<FaultCode>(),
  faultState: text('fault_state').$type<FaultState>(),
  /** what happens then stands in docs/orders.md */
  deadlineAt: instantColumn('deadline_at'),
  hiddenAt: instantColumn('hidden_at'),
  requestId: uuid('request_id'),
  requestHash: text('request_hash'),
  paidAt: instantColumn('paid_at'),
  settledAt: instantColumn('settled_at'),
  endedAt: instantColumn('ended_at'),
});

/** The timeline. */
export const orderEvents = tenantTable('order_event', {
  orderId: uuid('order_id').notNull(),
  /** grows; two lines may be of the same millisecond */
  place: bigint('place', { mode: 'number' }).generatedAlwaysAsIdentity(),
  at: instantColumn('at').notNull(),
  /** an event of order-states.ts, or a remark: fault, late, note, resolved, prepared, asked */
  event: text('event').notNull(),
  fromState: text('from_state').$type<OrderState>(),
  toState: text('to_state').$type<OrderState>().notNull(),
  userName: text('user_name'),
  data: jsonb('data').$type<Record<string, unknown>>().notNull().default({}),
});

/** What an order had delivered before its last delivery: `settledAt` of the order is of the last one. */
export const orderParts = tenantTable('order_part', {
  id: idColumn(),
  orderId: uuid('order_id').notNull(),
  settledAt: instantColumn('settled_at').notNull(),
  amount: amount('amount').notNull(),
  feeFen: amount('fee_fen').notNull(),
});

export const orderRefunds = tenantTable('order_refund', {
  id: idColumn(),
  createdAt: createdAtColumn(),
  orderId: uuid('order_id').notNull(),
  state: text('state').$type<RefundState>().notNull(),
  amount: amount('amount').notNull(),
  /** of it: what was never delivered, and what the merchant (or the wallet, deposit, player) had got */
  undelivered: amount('undelivered').notNull(),
  delivered: amount('delivered').notNull(),
  /** the part of the fee that came back to the merchant */
  feeBackFen: amount('fee_back_fen').notNull().default(0),
  /** given back in cash, so that the platform keeps the payment: what it costs all the same */
  keptFeeFen: amount('kept_fee_fen').notNull().default(0),
  automatic: boolean('automatic').notNull(),
  reason: text('reason').notNull(),
  userId: uuid('user_id'),
  userName: text('user_name'),
  /** at features/money/payments; null where the money never left the books */
  paymentRefundId: uuid('payment_refund_id'),
  /** brought the fee back; undone when the platform refuses */
  feeTransferId: uuid('fee_transfer_id'),
  failure: text('failure'),
  endedAt: instantColumn('ended_at'),
});
