import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { amountOf, choiceOf, id, instant, int, moneyFen, text } from '#kit/contract/schemas.ts';
import { orderChanged } from './events.ts';
import { orderKind, orderState, orderUnit, passWays, payWay, priceReasons, sell, topup } from './kinds.ts';

/** The family's own codes beside our names: 01 WeChat, 02 Alipay, 03 inside a mini-program. */
const wirePayWays = ['wechat', 'alipay', 'balance', 'coin', ...passWays, '01', '02', '03'] as const;
export type WirePayWay = (typeof wirePayWays)[number];
/** the platform the player came from, unless told */
const playersPayWay = () => z.enum(wirePayWays).optional();
/** deposit: paid to the platform and kept apart; the others are what the money in the wallet is meant for */
export const topupTypes = ['sms', 'service', 'rent', 'balance', 'deposit'] as const;
export type TopupType = (typeof topupTypes)[number];
export const maxTopupFen = 5_000_000;
export const maxOrderPieces = 1000;
const maxShown = 1_000_000_000;

/** `3` or `3:2`: the lane and how many of it. */
const lanes = () =>
  z
    .string()
    .max(200)
    .regex(/^\d{1,3}(:\d{1,2})?(,\d{1,3}(:\d{1,2})?)*$/)
    .optional();
/** the device's id, or the code printed on it */
const device = () => text(36);
const orderNumber = () => z.string().regex(/^\d{1,20}$/);
export const orderSteps = ['unpaid', 'paid', 'sent', 'accepted', 'done'] as const;
export type OrderStep = (typeof orderSteps)[number];
/** made by the page once per intent: a call repeated after a lost answer orders nothing twice */
const requestId = () => id().optional();

/**
 * The order at this machine that is not over, as the player knows of it, or none: where another tab or phone has ordered
 * there since, it is refused, and nobody pays twice without knowing. Absent: not compared.
 */
const besides = () =>
  z
    .string()
    .regex(/^(none|\d{1,20})$/)
    .optional();

/** What the player was shown, in the order's unit: where it costs something else now, nothing is ordered. */
const shownAmount = () => int(0, maxShown).optional();

const wanted = {
  equipmentId: device(),
  packageId: id().optional(),
  /** plays, coins or pieces */
  number: int(1, maxOrderPieces).optional(),
  /** for a coin exchange: what is paid, whole yuan */
  amountFen: moneyFen(100, 10_000_000).optional(),
  lanes: lanes(),
};

/** What the person who ordered needs to pay. */
export const prepared = z.object({
  orderId: z.string(),
  orderNumber: z.string(),
  state: orderState(),
  unit: orderUnit(),
  amount: amountOf('unit'),
  /** null when nothing is left to pay */
  expiresAt: instant().nullable(),
  /** Alipay */
  prepay_id: z.string().optional(),
  /** WeChat: what `wx.chooseWXPay` is given */
  sign_package: z
    .object({
      appId: z.string(),
      timeStamp: z.string(),
      nonceStr: z.string(),
      package: z.string(),
      signType: z.literal('RSA'),
      paySign: z.string(),
    })
    .optional(),
  /** the platform's own page, where the browser is neither's */
  url: z.string().optional(),
});
export type PreparedOrder = z.infer<typeof prepared>;

export const payContract = {
  payForDevice: get('/api/pay/PlayerCoin', 'player', {
    lets: 'goods',
    books: 'money',
    repeats: 'recognised',
    changes: true,
    input: z.object({
      ...wanted,
      payWay: playersPayWay(),
      shownAmount: shownAmount(),
      besides: besides(),
      requestId: requestId(),
    }),
    output: prepared,
    summary: 'A player buys plays, coins or goods of a machine; the server decides the price',
  }),
  payForCabinet: get('/api/pay/playerCoinByGlass', 'player', {
    lets: 'goods',
    books: 'money',
    repeats: 'recognised',
    changes: true,
    input: z.object({
      equipmentId: device(),
      lane: int(1, 100),
      payWay: playersPayWay(),
      shownAmount: shownAmount(),
      besides: besides(),
      requestId: requestId(),
    }),
    output: prepared,
    summary: 'A player opens a cell of a glass cabinet',
  }),
  payInMiniProgram: get('/api/pay/fbPayOrderCreate', 'player', {
    lets: 'goods',
    books: 'money',
    repeats: 'recognised',
    changes: true,
    input: z.object({
      ...wanted,
      payWay: z.enum(wirePayWays).default('03'),
      shownAmount: shownAmount(),
      besides: besides(),
      requestId: requestId(),
    }),
    output: prepared,
    summary: 'The same inside a mini-program',
  }),
  payForCard: get('/api/blade-player/player/createOrderByHyOpenCard', 'player', {
    lets: 'goods',
    books: 'money',
    repeats: 'recognised',
    changes: true,
    input: z.object({
      fieldId: id(),
      cardId: id(),
      payWay: playersPayWay(),
      shownAmount: shownAmount(),
      requestId: requestId(),
    }),
    output: prepared,
    summary: 'A player buys a member card of a site',
  }),
  topUpWallet: get('/api/pay/rechargeAllIdentity', topup, {
    lets: 'money',
    books: 'money',
    repeats: 'recognised',
    changes: true,
    input: z.object({
      amountFen: moneyFen(1, maxTopupFen).optional(),
      /** yuan, as older clients send it */
      amount: z
        .string()
        .regex(/^\d{1,6}(\.\d{1,2})?$/)
        .optional(),
      type: z.enum(topupTypes).default('balance'),
      /** WeChat unless told, or Alipay where only that is set up */
      payWay: z.enum(['wechat', 'alipay', '01', '02']).optional(),
      requestId: requestId(),
    }),
    output: prepared,
    emits: [orderChanged],
    summary: 'A merchant or agent tops up the own wallet',
  }),
  sellAtCounter: post('/api/blade-order/order/counterSale', sell, {
    lets: 'goods',
    books: 'money',
    repeats: 'recognised',
    input: z.object({
      ...wanted,
      equipmentId: id(),
      /** the player it is for, where staff know */
      playerPhone: z
        .string()
        .regex(/^1[3-9]\d{9}$/)
        .optional(),
      requestId: requestId(),
    }),
    output: prepared,
    emits: [orderChanged],
    summary: 'Staff take cash and the machine moves at once',
  }),
  quoteSale: get('/api/blade-order/order/quote', sell, {
    input: z.object({ ...wanted, equipmentId: id() }),
    output: z.object({
      title: z.string(),
      amountFen: moneyFen(),
      /** pieces the machine will be asked for */
      asked: z.int().nullable(),
    }),
    summary: 'What a sale would cost, before money is taken',
  }),
  continuePayment: post('/api/pay/continuePayment', 'player', {
    repeats: { because: 'it finds the same payment again, however often it is asked' },
    books: 'money',
    input: z.object({ orderNumber: orderNumber() }),
    output: prepared,
    summary:
      'What the payer’s app needs for an order that waits to be paid, after the page was closed or left',
  }),
  cancelOrder: post('/api/pay/cancelOrder', 'player', {
    repeats: { because: 'an order ends once: who says it again hears how it stands' },
    books: 'money',
    input: z.object({ orderNumber: orderNumber() }),
    output: z.object({ state: orderState() }),
    summary: 'A player will not pay an order; the platform is asked first, and what was paid is delivered',
  }),
  findOpenOrder: get('/api/blade-order/order/open', 'player', {
    /** of a machine: what `besides` is compared with */
    input: z.object({ equipmentId: device().optional() }),
    output: z.object({ orderNumber: z.string().nullable() }),
    summary:
      'The player’s newest order that is under way, or that ended within the hour; of a machine, only one under way',
  }),
  // the player or the member of staff whose order it is; the handler looks
  readOrderState: get('/api/blade-order/order/state', 'public', {
    input: z.object({ orderNumber: orderNumber() }),
    output: z.object({
      orderId: z.string(),
      orderNumber: z.string(),
      kind: orderKind(),
      state: orderState(),
      title: z.string(),
      payWay: payWay(),
      unit: orderUnit(),
      amount: amountOf('unit'),
      refundedAmount: amountOf('unit'),
      asked: z.int().nullable(),
      counted: z.int().nullable(),
      createdAt: instant(),
      paidAt: instant().nullable(),
      endedAt: instant().nullable(),
      deadlineAt: instant().nullable(),
      /** staff look into it */
      faulty: z.boolean(),
      /** how far it has come; of several commands to a machine the one that is under way */
      step: choiceOf('orders:step', orderSteps),
      /** false: nothing comes out of a machine, it is in the player's account */
      byMachine: z.boolean(),
      equipmentNo: z.int().nullable(),
      /** the page of the machine; null: it was bought without one */
      machinePath: z.string().nullable(),
      ...priceReasons,
      timeline: z.array(z.object({ at: instant('second'), event: z.string(), text: z.string() })),
    }),
    refreshedBy: [orderChanged],
    summary: 'How an order goes, for the person who pays',
  }),
};
