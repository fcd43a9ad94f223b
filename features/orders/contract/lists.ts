import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { day, done, id, ids, int, pageInput, pageOf } from '#kit/contract/schemas.ts';
import {
  faultStates,
  hide,
  orderItem,
  orderKinds,
  orderRecord,
  orderStates,
  orderUnits,
  payWays,
  refundStates,
  view,
} from './kinds.ts';

export const maxCounted = 10_000;

const filters = {
  fieldId: id().optional(),
  equipmentId: id().optional(),
  kind: z.enum(orderKinds).optional(),
  state: z.enum(orderStates).optional(),
  payWay: z.enum(payWays).optional(),
  unit: z.enum(orderUnits).optional(),
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
  from: day().optional(),
  to: day().optional(),
  /** only those paid by WeChat or Alipay */
  online: z.boolean().optional(),
};
export const orderFilters = z.object(filters);
export type OrderFilters = z.infer<typeof orderFilters>;

/** `total` is exact up to `maxCounted` and stays there; `next` reads on beyond any page number. */
const orderPage = pageOf(orderRecord).extend({ next: z.string().nullable() });
const listInput = () => pageInput({ ...filters, after: id().optional() }, ['createdAt']);

const timelineEntry = z.object({
  at: z.string(),
  event: z.string(),
  /** in the caller's language */
  text: z.string(),
  from: z.enum(orderStates).nullable(),
  to: z.enum(orderStates),
  userName: z.string().nullable(),
});
export type TimelineEntry = z.infer<typeof timelineEntry>;

const refundRecord = z.object({
  id: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  state: z.enum(refundStates),
  amount: z.int(),
  feeBackFen: z.int(),
  automatic: z.boolean(),
  reason: z.string(),
  userName: z.string().nullable(),
  /** why the platform refused */
  failure: z.string().nullable(),
});

const order = '/api/blade-order/order' as const;

export const listContract = {
  listOrders: defineEndpoint({
    method: 'GET',
    path: `${order}/selectOrderListByFiled`,
    access: view,
    input: listInput(),
    output: orderPage,
    summary: 'Orders of every kind, newest first',
  }),
  readShares: defineEndpoint({
    method: 'GET',
    path: `${order}/selectOrderDonutData`,
    access: view,
    input: orderFilters,
    output: z.object({
      from: z.string(),
      to: z.string(),
      orders: z.int(),
      paidFen: z.int(),
      refundedFen: z.int(),
      feeFen: z.int(),
      shares: z.array(
        z.object({
          payWay: z.enum(payWays),
          orders: z.int(),
          paidFen: z.int(),
          refundedFen: z.int(),
        }),
      ),
    }),
    summary: 'What was paid by which way, the last 30 days where no days are named; coins are left out',
  }),
  hideOrders: defineEndpoint({
    method: 'POST',
    path: `${order}/deleteOnlinePayOrderById`,
    access: hide,
    input: z.object({ ids: ids().optional(), id: id().optional() }),
    output: done(),
    summary: 'Takes ended orders out of the lists; the books keep them',
  }),
  readOrder: defineEndpoint({
    method: 'GET',
    path: `${order}/detail`,
    access: view,
    input: z.object({
      id: id().optional(),
      orderNumber: z
        .string()
        .regex(/^\d{1,20}$/)
        .optional(),
    }),
    output: orderRecord.extend({
      items: z.array(orderItem),
      timeline: z.array(timelineEntry),
      refunds: z.array(refundRecord),
      /** what the books say, oldest first */
      entries: z.array(
        z.object({
          at: z.string(),
          kind: z.string(),
          /** in the caller's language */
          account: z.string(),
          unit: z.string(),
          amount: z.int(),
        }),
      ),
      /** what staff may do now */
      can: z.object({
        refund: z.boolean(),
        redispense: z.boolean(),
        confirm: z.boolean(),
        note: z.boolean(),
      }),
    }),
    summary: 'One order with its timeline, its refunds and its movements in the books',
  }),
  listPlays: defineEndpoint({
    method: 'GET',
    path: `${order}/expensesRecord`,
    access: view,
    input: listInput(),
    output: orderPage,
    summary: 'What was bought of machines and what they counted',
  }),
  listCabinetPlays: defineEndpoint({
    method: 'GET',
    path: `${order}/glassExpensesRecord`,
    access: view,
    input: listInput(),
    output: orderPage,
    summary: 'The same of glass cabinets',
  }),
  listFaults: defineEndpoint({
    method: 'GET',
    path: `${order}/fault/list`,
    access: view,
    input: pageInput(
      {
        faultState: z.enum(faultStates).default('unsolved'),
        fieldId: id().optional(),
        equipmentId: id().optional(),
        orderNumber: z
          .string()
          .regex(/^\d{1,20}$/)
          .optional(),
        after: id().optional(),
      },
      ['createdAt'],
    ),
    output: orderPage.extend({
      records: z.array(
        orderRecord.extend({
          /** the cause in the caller's language, and what to do */
          cause: z.string(),
          advice: z.string(),
          note: z.string().nullable(),
        }),
      ),
    }),
    summary: 'Orders that need somebody: the machine gave too little, or nobody knows',
  }),
  readReceipt: defineEndpoint({
    method: 'GET',
    path: '/api/blade-ddorder/ddorder/selectPrintSetDataByOrderNumber',
    // whoever paid, and staff who may see orders; the handler looks
    access: 'public',
    input: z.object({ orderNumber: z.string().regex(/^\d{1,20}$/) }),
    output: z.object({
      orderNumber: z.string(),
      merchantName: z.string(),
      fieldName: z.string().nullable(),
      address: z.string().nullable(),
      contactNumber: z.string().nullable(),
      equipmentNo: z.int().nullable(),
      equipmentName: z.string().nullable(),
      typeName: z.string().nullable(),
      title: z.string(),
      items: z.array(orderItem),
      state: z.enum(orderStates),
      payWay: z.enum(payWays),
      unit: z.enum(orderUnits),
      amount: z.int(),
      paidAmount: z.int(),
      refundedAmount: z.int(),
      asked: z.int().nullable(),
      counted: z.int().nullable(),
      createdAt: z.string(),
      paidAt: z.string().nullable(),
      userName: z.string().nullable(),
      /** the platform's own number of the payment */
      transactionId: z.string().nullable(),
    }),
    summary: 'What the receipt of an order shows',
  }),
  readIncomeByDay: defineEndpoint({
    method: 'GET',
    path: '/api/blade-user/selectByIncome',
    access: view,
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
        orders: z.int(),
        grossFen: z.int(),
        refundFen: z.int(),
        feeFen: z.int(),
        netFen: z.int(),
      }),
    ),
    summary: 'Income from online payments by day',
  }),
};
