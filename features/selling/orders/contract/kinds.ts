import { z } from 'zod';
import { permit } from '#kit/contract/endpoint.ts';
import {
  amountOf,
  choiceOf,
  flagOf,
  instant,
  moneyFen,
  shownPhone,
  signedFen,
} from '#kit/contract/schemas.ts';
import { maybeMachineFields, maybeMemberFields, maybeSiteFields } from '#kit/contract/things.ts';
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

/** groupBuy: paid to a platform of group buy, which settles it with the merchant; nothing of it is ever with us */
export const payWays = [
  'wechat',
  'alipay',
  'counter',
  'balance',
  'groupBuy',
  'coin',
  'freePlay',
  'card',
] as const;
export type PayWay = (typeof payWays)[number];

/**
 * Paid with plays that somebody was given or has by a card. They are no money and no coins of the books: the feature that
 * keeps them counts them.
 */
export const passWays = ['freePlay', 'card'] as const satisfies readonly PayWay[];
export type PassWay = (typeof passWays)[number];
export const isPassWay = (payWay: PayWay): payWay is PassWay =>
  (passWays as readonly PayWay[]).includes(payWay);

/** play: what a pass pays with */
export const orderUnits = ['fen', 'coin', 'play'] as const;
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
  'asked',
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
  /** what it cost before discounts; absent: nothing was taken off */
  usual: z.int().optional(),
  lane: z.int().optional(),
});
export type OrderItem = z.infer<typeof orderItem>;

const stateTones = {
  created: 'quiet',
  paid: 'info',
  fulfilling: 'info',
  fulfilled: 'good',
  partlyFulfilled: 'waiting',
  refunding: 'waiting',
  refunded: 'quiet',
  closed: 'quiet',
} as const;
export const orderState = () => choiceOf('orders:stateName', orderStates, stateTones);
export const orderStandings = [...orderStates, 'partlyRefunded', 'needsHelp'] as const;
export const orderKind = () => choiceOf('orders:kindName', orderKinds);
export const payWay = () => choiceOf('orders:payWayName', payWays);
export const orderUnit = () => choiceOf('kit:unitName', orderUnits);
export const faultState = () => choiceOf('orders:faultStateName', faultStates);
export const refundState = () =>
  choiceOf('orders:refundStateName', refundStates, { requested: 'waiting', done: 'good', failed: 'bad' });

/** One line of what was bought, as people read it. */
export const orderLine = orderItem.extend({
  unit: orderUnit(),
  amount: amountOf('unit'),
  usual: amountOf('unit').optional(),
  /** name and number in the caller's language */
  text: z.string(),
});

/** How a price came about by the rules of its day. */
export const priceReasons = {
  /** they add up to the price; none where it was the machine's own */
  priceLines: z.array(z.object({ text: z.string(), amountFen: signedFen() })),
  /** of the site's rules; null: it had none */
  priceVersion: z.int().nullable(),
};

/** Amounts are in `unit`: fen, or coins of the player. */
export const orderRecord = z.object({
  id: z.string(),
  orderNumber: z.string(),
  kind: orderKind(),
  state: orderState(),
  /** the state, that some of it went back, or that somebody has to look at it */
  standing: choiceOf('orders:stateName', orderStandings, {
    ...stateTones,
    partlyRefunded: 'waiting',
    needsHelp: 'bad',
  }),
  createdAt: instant(),
  paidAt: instant().nullable(),
  settledAt: instant().nullable(),
  endedAt: instant().nullable(),
  /** the next moment at which something happens by itself */
  deadlineAt: instant().nullable(),
  ...maybeSiteFields,
  ...maybeMachineFields,
  equipmentCode: z.string().nullable(),
  equipmentType: choiceOf('devices:type', deviceTypes).nullable(),
  /** the kind of machine in the caller's language */
  typeName: z.string().nullable(),
  ...maybeMemberFields,
  /** only its first and last digits */
  playerPhone: shownPhone().nullable(),
  /** who sold it at the counter, or topped up */
  userName: z.string().nullable(),
  title: z.string(),
  payWay: payWay(),
  unit: orderUnit(),
  amount: amountOf('unit'),
  paidAmount: amountOf('unit'),
  /** what was paid, or is to be paid */
  totalAmount: amountOf('unit'),
  fulfilledAmount: amountOf('unit'),
  refundedAmount: amountOf('unit'),
  /** what of it may still be refunded */
  refundableAmount: amountOf('unit'),
  feeFen: moneyFen(),
  /** the merchant's own number at the platform collected it */
  collectedDirectly: flagOf('orders:collector'),
  /** pieces: coins, plays, goods */
  asked: z.int().nullable(),
  counted: z.int().nullable(),
  /** both in the caller's language */
  pieces: z.string().nullable(),
  fault: choiceOf('orders:faultName', faultCodes).nullable(),
  faultState: faultState().nullable(),
});
export type OrderRecord = z.infer<typeof orderRecord>;
