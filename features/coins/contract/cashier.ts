import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { done, empty, id, ids, longText, moneyFen, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { cashier, dayFilters, view } from './shared.ts';

/** rejected: the cashier did not take it, it is still with the person */
export const takingStates = ['held', 'rejected', 'confirmed'] as const;
export type TakingState = (typeof takingStates)[number];

const taking = z.object({
  id: z.string(),
  createdAt: z.string(),
  fieldId: z.string().nullable(),
  fieldName: z.string(),
  userId: z.string(),
  userName: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  amountFen: z.int(),
  state: z.enum(takingStates),
  rejectReason: z.string().nullable(),
});
export type TakingRecord = z.infer<typeof taking>;

const holder = z.object({
  userId: z.string(),
  userName: z.string(),
  takings: z.int(),
  amountFen: z.int(),
  rejected: z.int(),
  oldestAt: z.string(),
});
export type CashHolder = z.infer<typeof holder>;

const base = '/api/blade-cashier/cashier' as const;

export const cashierContract = {
  listHolders: defineEndpoint({
    method: 'GET',
    path: `${base}/holders`,
    access: view,
    input: empty(),
    output: z.array(holder),
    summary: 'Who has cash of the merchant in their hands, and how much',
  }),
  listTakings: defineEndpoint({
    method: 'GET',
    path: `${base}/takings`,
    access: view,
    input: pageInput(
      {
        userId: id().optional(),
        fieldId: id().optional(),
        state: z.enum(takingStates).optional(),
        /** what is still with the person, rejected or not */
        open: z.boolean().optional(),
        ...dayFilters,
      },
      ['createdAt', 'amountFen'],
    ),
    output: pageOf(taking),
    summary: 'Cash taken for orders and given back, one line each',
  }),
  confirmTakings: defineEndpoint({
    method: 'POST',
    path: `${base}/confirm`,
    access: cashier,
    place: 'json',
    input: z.object({
      /** takings of one person */
      ids: ids(500),
      /** below zero: the person had laid out more than they took, and gets it back */
      countedFen: moneyFen(-100_000_000, 100_000_000),
      remark: longText(200).optional(),
    }),
    output: z.object({ id: z.string(), expectedFen: z.int(), differenceFen: z.int() }),
    summary: 'The cashier counted what a person hands over; the difference is recorded',
  }),
  rejectTakings: defineEndpoint({
    method: 'POST',
    path: `${base}/reject`,
    access: cashier,
    place: 'json',
    input: z.object({ ids: ids(500), reason: text(200) }),
    output: done(),
    summary: 'The cashier does not take it: it stays with the person, with the reason',
  }),
  listHandovers: defineEndpoint({
    method: 'GET',
    path: `${base}/handovers`,
    access: view,
    input: pageInput({ userId: id().optional(), ...dayFilters }, ['createdAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        createdAt: z.string(),
        userName: z.string(),
        cashierName: z.string(),
        takings: z.int(),
        expectedFen: z.int(),
        countedFen: z.int(),
        differenceFen: z.int(),
        remark: z.string(),
      }),
    ),
    summary: 'Cash handed over: expected, counted, difference',
  }),
};
