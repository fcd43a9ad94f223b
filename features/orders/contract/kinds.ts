import { z } from 'zod';
import { permit } from '#kit/contract/endpoint.ts';
import { deviceTypes } from '#kit/protocol/types/names.ts';

export const orderKinds = ['play', 'package', 'topup', 'card', 'goods', 'rent', 'deposit'] as const;
export type OrderKind = (typeof orderKinds)[number];

/** What may follow what stands in order-states.ts. */
export const orderStates = [
  'created',
  'paid',
  'fulfilling',
  'fulfilled',
  'partlyFulfilled',
  'refunding',
  'refunded',
  'closed',
] as const;
export type OrderState = (typeof orderStates)[number];

export const payWays = ['wechat', 'alipay', 'counter', 'balance', 'coin'] as const;
export type PayWay = (typeof payWays)[number];

export const orderUnits = ['fen', 'coin'] as const;
export type OrderUnit = (typeof orderUnits)[number];

/** Whose the money is once the thing was delivered. */
export const settleTargets = ['earnings', 'wallet', 'deposit', 'player'] as const;
export type SettleTarget = (typeof settleTargets)[number];

/** Why people have to look at an order; each has a plain sentence in `orders:fault.<code>`. */
export const faultCodes = [
  'jam',
  'empty',
  'fault',
  'doorOpen',
  'timeout',
  'busy',
  'refused',
  'interrupted',
  'noAnswer',
  'offline',
  'partial',
  'refundFailed',
  'lateDelivery',
] as const;
export type FaultCode = (typeof faultCodes)[number];
export const faultStates = ['unsolved', 'resolved'] as const;
export type FaultState = (typeof faultStates)[number];

export const refundStates = ['requested', 'done', 'failed'] as const;
export type RefundState = (typeof refundStates)[number];

export const view = permit('orders.view');
export const sell = permit('orders.sell');
export const refund = permit('orders.refund');
export const hide = permit('orders.hide');
export const topup = permit('orders.topup', 'merchant', 'agent');

/** One line of what was bought; `amount` in the order's unit. */
export const orderItem = z.object({
  name: z.string(),
  quantity: z.int(),
  amount: z.int(),
  lane: z.int().optional(),
});
export type OrderItem = z.infer<typeof orderItem>;

/** Amounts are in `unit`: fen, or coins of the player. */
export const orderRecord = z.object({
  id: z.string(),
  orderNumber: z.string(),
  kind: z.enum(orderKinds),
  state: z.enum(orderStates),
  createdAt: z.string(),
  paidAt: z.string().nullable(),
  settledAt: z.string().nullable(),
  endedAt: z.string().nullable(),
  /** the next moment at which something happens by itself */
  deadlineAt: z.string().nullable(),
  fieldId: z.string().nullable(),
  fieldName: z.string().nullable(),
  equipmentId: z.string().nullable(),
  equipmentCode: z.string().nullable(),
  equipmentNo: z.int().nullable(),
  equipmentName: z.string().nullable(),
  equipmentType: z.enum(deviceTypes).nullable(),
  /** the kind of machine in the caller's language */
  typeName: z.string().nullable(),
  playerId: z.string().nullable(),
  playerName: z.string().nullable(),
  /** only its first and last digits */
  playerPhone: z.string().nullable(),
  /** who sold it at the counter, or topped up */
  userName: z.string().nullable(),
  title: z.string(),
  payWay: z.enum(payWays),
  unit: z.enum(orderUnits),
  amount: z.int(),
  paidAmount: z.int(),
  fulfilledAmount: z.int(),
  refundedAmount: z.int(),
  /** what of it may still be refunded */
  refundableAmount: z.int(),
  feeFen: z.int(),
  /** the merchant's own number at the platform collected it */
  collectedDirectly: z.boolean(),
  /** pieces: coins, plays, goods */
  asked: z.int().nullable(),
  counted: z.int().nullable(),
  fault: z.enum(faultCodes).nullable(),
  faultState: z.enum(faultStates).nullable(),
});
export type OrderRecord = z.infer<typeof orderRecord>;
