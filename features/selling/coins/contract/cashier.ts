import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import {
  choiceOf,
  id,
  ids,
  instant,
  longText,
  moneyFen,
  pageInput,
  pageOf,
  signedFen,
  text,
} from '#kit/contract/schemas.ts';
import { entryTime, maybeSiteFields } from '#kit/contract/things.ts';
import { cashierChanged } from './events.ts';
import { cashier, dayFilters, view } from './shared.ts';

/** rejected: the cashier did not take it, it is still with the person */
export const takingStates = ['held', 'rejected', 'confirmed'] as const;
export type TakingState = (typeof takingStates)[number];

const takingState = () =>
  choiceOf('coins:takingState', takingStates, { held: 'waiting', rejected: 'bad', confirmed: 'good' });

const taking = z.object({
  id: z.string(),
  createdAt: entryTime(),
  ...maybeSiteFields,
  userId: z.string(),
  userName: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  amountFen: signedFen(),
  state: takingState(),
  rejectReason: z.string().nullable(),
});
export type TakingRecord = z.infer<typeof taking>;

const holder = z.object({
  userId: z.string(),
  userName: z.string(),
  takings: z.int(),
  amountFen: moneyFen(),
  rejected: z.int(),
  oldestAt: instant(),
});
export type CashHolder = z.infer<typeof holder>;

const base = '/api/blade-cashier/cashier' as const;

const { get, post } = callsAbout({ refreshedBy: [cashierChanged], emits: [cashierChanged] });

export const cashierContract = {
  listHolders: get(`${base}/holders`, view, {
    output: z.array(holder),
    summary: 'Who has cash of the merchant in their hands, and how much',
  }),
  listTakings: get(`${base}/takings`, view, {
    input: pageInput(
      {
        userId: id().optional(),
        fieldId: id().optional(),
        state: takingState().optional(),
        /** what is still with the person, rejected or not */
        open: z.boolean().optional(),
        ...dayFilters,
      },
      ['createdAt', 'amountFen'],
    ),
    output: pageOf(taking),
    summary: 'Cash taken for orders and given back, one line each',
  }),
  confirmTakings: post(`${base}/confirm`, cashier, {
    place: 'json',
    input: z.object({
      /** takings of one person */
      ids: ids(500),
      /** below zero: the person had laid out more than they took, and gets it back */
      countedFen: moneyFen(-100_000_000, 100_000_000),
      remark: longText(200).optional(),
    }),
    output: z.object({ id: z.string(), expectedFen: moneyFen(), differenceFen: signedFen() }),
    summary: 'The cashier counted what a person hands over; the difference is recorded',
  }),
  rejectTakings: post(`${base}/reject`, cashier, {
    place: 'json',
    input: z.object({ ids: ids(500), reason: text(200) }),
    summary: 'The cashier does not take it: it stays with the person, with the reason',
  }),
  listHandovers: get(`${base}/handovers`, view, {
    input: pageInput({ userId: id().optional(), ...dayFilters }, ['createdAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        createdAt: entryTime(),
        userName: z.string(),
        cashierName: z.string(),
        takings: z.int(),
        expectedFen: moneyFen(),
        countedFen: moneyFen(),
        differenceFen: signedFen(),
        remark: z.string(),
      }),
    ),
    summary: 'Cash handed over: expected, counted, difference',
  }),
};
