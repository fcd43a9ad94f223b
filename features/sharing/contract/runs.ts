import { z } from 'zod';
import { releaseStates, shareReturnStates } from '#features/payments/contract.ts';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import { id, ids, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { sharingBase } from './receivers.ts';
import {
  failureReasons,
  lineStates,
  manageRight,
  receiverKinds,
  receiverWays,
  runStates,
  step,
} from './shared.ts';

const base = `${sharingBase}/run` as const;

const runRecord = z.object({
  id: z.string(),
  createdAt: z.string(),
  endedAt: z.string().nullable(),
  fieldId: z.string(),
  fieldName: z.string(),
  versionNumber: z.int(),
  fromDay: z.string(),
  /** the last day */
  toDay: z.string(),
  state: z.enum(runStates),
  orders: z.int(),
  grossFen: z.int(),
  baseFen: z.int(),
  earnedFen: z.int(),
  paidFen: z.int(),
  waitingFen: z.int(),
  failedFen: z.int(),
  failedLines: z.int(),
});
export type RunRecord = z.infer<typeof runRecord>;

const lineRecord = z.object({
  id: z.string(),
  createdAt: z.string(),
  orderId: z.string(),
  orderNumber: z.string(),
  fieldId: z.string(),
  fieldName: z.string(),
  day: z.string(),
  receiverId: z.string(),
  receiverName: z.string(),
  receiverKind: z.enum(receiverKinds),
  way: z.enum(receiverWays),
  basisPoints: z.int(),
  grossFen: z.int(),
  steps: z.array(step),
  baseFen: z.int(),
  dueFen: z.int(),
  paidFen: z.int(),
  waitingFen: z.int(),
  state: z.enum(lineStates),
  reason: z.enum(failureReasons).nullable(),
  /** what the payment platform said */
  reasonDetail: z.string(),
  tries: z.int(),
  /** of the payment, where WeChat was told to release what it kept apart */
  release: z.object({ state: z.enum(releaseStates), reason: z.string().nullable() }).nullable(),
  /** asked back at WeChat after refunds */
  returns: z.array(
    z.object({
      id: z.string(),
      createdAt: z.string(),
      amountFen: z.int(),
      state: z.enum(shareReturnStates),
      reason: z.string().nullable(),
    }),
  ),
});
export type LineRecord = z.infer<typeof lineRecord>;

const debtRecord = z.object({
  id: z.string(),
  createdAt: z.string(),
  receiverId: z.string(),
  receiverName: z.string(),
  orderNumber: z.string(),
  amountFen: z.int(),
  openFen: z.int(),
  /** what WeChat said when it did not take the share back */
  reason: z.string(),
  clearedAt: z.string().nullable(),
});

export const runsContract = {
  listRuns: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    access: manageRight,
    input: pageInput({ fieldId: id().optional(), state: z.enum(runStates).optional() }, [
      'fromDay',
      'createdAt',
    ]),
    output: pageOf(runRecord),
    summary: 'What was shared when, by site and period',
  }),
  listLines: defineEndpoint({
    method: 'GET',
    path: `${base}/lines`,
    access: manageRight,
    input: pageInput(
      {
        runId: id().optional(),
        fieldId: id().optional(),
        receiverId: id().optional(),
        state: z.enum(lineStates).optional(),
      },
      ['createdAt', 'dueFen'],
    ),
    output: pageOf(lineRecord),
    summary: 'Shares order by order, with every step and what became of the payment',
  }),
  listDebts: defineEndpoint({
    method: 'GET',
    path: `${base}/debts`,
    access: manageRight,
    input: pageInput({ receiverId: id().optional(), open: z.boolean().optional() }, ['createdAt']),
    output: pageOf(debtRecord),
    summary: 'What receivers owe after refunds; it is taken out of their next shares',
  }),
  runNow: defineEndpoint({
    method: 'POST',
    path: `${base}/now`,
    access: manageRight,
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({ fieldId: id() }),
    output: z.object({ orders: z.int(), paidFen: z.int(), failedLines: z.int() }),
    summary: 'Shares what a site has earned until now and tries again what failed',
  }),
  retryLines: defineEndpoint({
    method: 'POST',
    path: `${base}/retry`,
    access: manageRight,
    input: z.object({ ids: ids() }),
    output: z.object({ paid: z.int(), failed: z.int() }),
    summary: 'Tries failed shares again',
  }),
};
