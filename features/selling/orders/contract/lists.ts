import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import {
  amountOf,
  day,
  dayRange,
  deepPageInput,
  deepPageOf,
  id,
  ids,
  instant,
  int,
  moneyFen,
  picture,
  signedFen,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { orderChanged } from './events.ts';
import {
  faultState,
  hide,
  orderKind,
  orderLine,
  orderRecord,
  orderState,
  orderUnit,
  payWay,
  priceReasons,
  refundState,
  view,
} from './kinds.ts';

const filters = {
  fieldId: id().optional(),
  equipmentId: id().optional(),
  kind: orderKind().optional(),
  state: orderState().optional(),
  payWay: payWay().optional(),
  unit: orderUnit().optional(),
  /** the number or how it begins */
  orderNumber: z
    .string()
    .regex(/^\d{1,20}$/)
    .optional(),
  /** of the player */
  phone: z
    .string()
    .regex(/^1[3-9]\d{9}$/)
    .optional(),
  playerId: id().optional(),
  /** who sold it at the counter */
  userId: id().optional(),
  ...dayRange,
  /** only those paid by WeChat or Alipay */
  online: z.boolean().optional(),
};
export const orderFilters = z.object(filters);
export type OrderFilters = z.infer<typeof orderFilters>;

const orderPage = deepPageOf(orderRecord);
const listInput = () => deepPageInput(filters, ['createdAt']);

const timelineEntry = z.object({
  at: instant('second'),
  event: z.string(),
  /** in the caller's language */
  text: z.string(),
  from: orderState().nullable(),
  to: orderState(),
  userName: z.string().nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

const refundRecord = z.object({
  id: z.string(),
  createdAt: instant(),
  endedAt: instant().nullable(),
  state: refundState(),
  unit: orderUnit(),
  amount: amountOf('unit'),
  feeBackFen: moneyFen(),
  automatic: z.boolean(),
  reason: z.string(),
  userName: z.string().nullable(),
  /** who gave it back, or that nobody had to, in the caller's language */
  by: z.string(),
  /** why the platform refused */
  failure: z.string().nullable(),
});

/** `incomeFen` = gross − refunds, `netFen` = that without fees; below zero where more went back than came. */
const incomeSum = {
  orders: z.int(),
  grossFen: moneyFen(),
  refundFen: signedFen(),
  incomeFen: signedFen(),
  feeFen: signedFen(),
  netFen: signedFen(),
};

const order = '/api/blade-order/order' as const;

const { get, post } = callsAbout({ refreshedBy: [orderChanged] });

export const listContract = {
  // that something was ever sold at one's own sites is no secret of the till
  readFirstPlay: get('/api/blade-order/order/firstPlay', 'session', {
    output: z.object({ played: z.boolean() }),
    summary: "Whether one of the caller's machines has ever given something that was paid for",
    refreshedBy: [],
  }),
  listOrders: get(`${order}/selectOrderListByFiled`, view, {
    input: listInput(),
    output: orderPage,
    summary: 'Orders of every kind, newest first',
  }),
  readShares: get(`${order}/selectOrderDonutData`, view, {
    input: orderFilters,
    output: z.object({
      from: z.string(),
      to: z.string(),
      /** in the list and paid: top-ups and what is not delivered yet are among them */
      paid: z.object({ orders: z.int(), amountFen: moneyFen() }),
      /** of the days, whenever it was ordered; see `features/selling/figures/rules/income-rules.ts` */
      income: z.object(incomeSum),
      shares: z.array(z.object({ payWay: payWay(), incomeFen: signedFen() })),
    }),
    summary:
      'What was paid, and the income of the days by pay way; the last 30 days where none are named; coins are left out',
  }),
  hideOrders: post(`${order}/deleteOnlinePayOrderById`, hide, {
    input: z.object({ ids: ids().optional(), id: id().optional() }),
    emits: [orderChanged],
    summary: 'Takes ended orders out of the lists; the books keep them',
  }),
  readOrder: get(`${order}/detail`, view, {
    input: z.object({
      id: id().optional(),
      orderNumber: z
        .string()
        .regex(/^\d{1,20}$/)
        .optional(),
    }),
    output: orderRecord.extend({
      /** what is wrong and what to do about it, in the caller's language */
      cause: z.string(),
      advice: z.string(),
      items: z.array(orderLine),
      ...priceReasons,
      timeline: z.array(timelineEntry),
      refunds: z.array(refundRecord),
      /** what the books say, oldest first */
      entries: z.array(
        z.object({
          at: instant('second'),
          kind: z.string(),
          /** both in the caller's language: what was booked, and where */
          what: z.string(),
          account: z.string(),
          unit: orderUnit(),
          amount: amountOf('unit', 'kit:pieces', true),
        }),
      ),
      /** what staff may do now */
      can: z.object({
        refund: z.boolean(),
        redispense: z.boolean(),
        confirm: z.boolean(),
        cash: z.boolean(),
        note: z.boolean(),
      }),
      /** what staff give back when they end a fault order that way */
      dueBack: amountOf('unit'),
    }),
    summary: 'One order with its timeline, its refunds and its movements in the books',
  }),
  listPlays: get(`${order}/expensesRecord`, view, {
    input: listInput(),
    output: orderPage,
    summary: 'What was bought of machines and what they counted',
  }),
  listCabinetPlays: get(`${order}/glassExpensesRecord`, view, {
    input: listInput(),
    output: orderPage,
    summary: 'The same of glass cabinets',
  }),
  listFaults: get(`${order}/fault/list`, view, {
    input: deepPageInput(
      {
        faultState: faultState().default('unsolved'),
        fieldId: id().optional(),
        equipmentId: id().optional(),
        orderNumber: z
          .string()
          .regex(/^\d{1,20}$/)
          .optional(),
      },
      ['createdAt'],
    ),
    output: orderPage.extend({
      records: z.array(
        orderRecord.extend({
          /** in the caller's language: the cause, and what to do or what was done */
          cause: z.string(),
          help: z.string(),
        }),
      ),
    }),
    summary: 'Orders that need somebody: the machine gave too little, or nobody knows',
  }),
  // the player who paid, and staff who may see orders; the handler looks
  readReceipt: get('/api/blade-ddorder/ddorder/selectPrintSetDataByOrderNumber', 'public', {
    input: z.object({ orderNumber: z.string().regex(/^\d{1,20}$/) }),
    output: z.object({
      orderNumber: z.string(),
      merchantName: z.string(),
      merchantLogo: picture(),
      fieldName: z.string().nullable(),
      address: z.string().nullable(),
      contactNumber: wholePhone('published').nullable(),
      equipmentNo: z.int().nullable(),
      equipmentName: z.string().nullable(),
      typeName: z.string().nullable(),
      title: z.string(),
      items: z.array(orderLine),
      state: orderState(),
      payWay: payWay(),
      unit: orderUnit(),
      amount: amountOf('unit'),
      paidAmount: amountOf('unit'),
      refundedAmount: amountOf('unit'),
      asked: z.int().nullable(),
      counted: z.int().nullable(),
      createdAt: instant(),
      paidAt: instant().nullable(),
      userName: z.string().nullable(),
      /** the platform's own number of the payment */
      transactionId: z.string().nullable(),
    }),
    summary: 'What the receipt of an order shows',
  }),
  readIncomeByDay: get('/api/blade-user/selectByIncome', view, {
    input: z.object({
      /** a franchisee: only the sites of that account */
      userId: id().optional(),
      /** `2026-11-01,2026-11-30`; the last seven days where it is absent */
      dates: z
        .string()
        .refine((value) => {
          const days = value.split(',');
          return days.length === 2 && days.every((part) => day().safeParse(part).success);
        })
        .optional(),
      fieldId: id().optional(),
      days: int(1, 366).optional(),
    }),
    output: z.array(
      z.object({
        day: z.string(),
        ...incomeSum,
        /** income paid out of members' balances, which is not among the others */
        balanceFen: signedFen(),
      }),
    ),
    summary: 'Income from online payments by day, and beside it what members’ balances paid',
  }),
};
