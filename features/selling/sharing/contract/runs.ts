import { z } from 'zod';
import { releaseStates, shareReturnStates } from '#features/money/payments/contract.ts';
import { callsAbout } from '#kit/contract/call.ts';
import {
  choiceOf,
  day,
  id,
  ids,
  instant,
  moneyFen,
  pageInput,
  pageOf,
  ratio,
} from '#kit/contract/schemas.ts';
import { siteFields } from '#kit/contract/things.ts';
import { sharingBase } from './receivers.ts';
import {
  debtCause,
  debtState,
  failureReason,
  lineState,
  manageRight,
  receiverKind,
  receiverWay,
  runState,
  sharingChanged,
  step,
} from './shared.ts';

export const releaseState = () =>
  choiceOf('sharing:release', releaseStates, {
    requested: 'waiting',
    sent: 'info',
    released: 'good',
    needless: 'quiet',
    lapsed: 'quiet',
  });
export const shareReturnState = () =>
  choiceOf('sharing:shareReturn', shareReturnStates, {
    requested: 'waiting',
    sent: 'info',
    done: 'good',
    failed: 'bad',
  });

const base = `${sharingBase}/run` as const;

const runRecord = z.object({
  id: z.string(),
  createdAt: instant(),
  endedAt: instant().nullable(),
  ...siteFields,
  versionNumber: z.int(),
  fromDay: day(),
  /** the last day */
  toDay: day(),
  /** both days, or the one */
  period: z.string(),
  state: runState(),
  orders: z.int(),
  grossFen: moneyFen(),
  baseFen: moneyFen(),
  earnedFen: moneyFen(),
  paidFen: moneyFen(),
  waitingFen: moneyFen(),
  failedFen: moneyFen(),
  failedLines: z.int(),
});
export type RunRecord = z.infer<typeof runRecord>;

const lineRecord = z.object({
  id: z.string(),
  createdAt: instant(),
  orderId: z.string(),
  orderNumber: z.string(),
  ...siteFields,
  day: day(),
  receiverId: z.string(),
  receiverName: z.string(),
  receiverKind: receiverKind(),
  way: receiverWay(),
  basisPoints: ratio(),
  grossFen: moneyFen(),
  steps: z.array(step),
  baseFen: moneyFen(),
  dueFen: moneyFen(),
  paidFen: moneyFen(),
  waitingFen: moneyFen(),
  /** neither paid nor on its way */
  openFen: moneyFen(),
  state: lineState(),
  reason: failureReason().nullable(),
  /** what the payment platform said */
  reasonDetail: z.string(),
  tries: z.int(),
  /** of the payment, where WeChat was told to release what it kept apart */
  release: z.object({ state: releaseState(), reason: z.string().nullable() }).nullable(),
  /** asked back at WeChat after refunds */
  returns: z.array(
    z.object({
      id: z.string(),
      createdAt: instant(),
      amountFen: moneyFen(),
      state: shareReturnState(),
      reason: z.string().nullable(),
    }),
  ),
});
export type LineRecord = z.infer<typeof lineRecord>;

const debtRecord = z.object({
  id: z.string(),
  createdAt: instant(),
  receiverId: z.string(),
  receiverName: z.string(),
  orderNumber: z.string(),
  amountFen: moneyFen(),
  openFen: moneyFen(),
  state: debtState(),
  cause: debtCause(),
  /** what WeChat said when it did not take the share back */
  reason: z.string(),
  clearedAt: instant().nullable(),
});

const { get, post } = callsAbout({ refreshedBy: [sharingChanged], emits: [sharingChanged] });

export const runsContract = {
  listRuns: get(`${base}/list`, manageRight, {
    input: pageInput({ fieldId: id().optional(), state: runState().optional() }, ['fromDay', 'createdAt']),
    output: pageOf(runRecord),
    summary: 'What was shared when, by site and period',
  }),
  listLines: get(`${base}/lines`, manageRight, {
    input: pageInput(
      {
        runId: id().optional(),
        fieldId: id().optional(),
        receiverId: id().optional(),
        state: lineState().optional(),
      },
      ['createdAt', 'dueFen'],
    ),
    output: pageOf(lineRecord),
    summary: 'Shares order by order, with every step and what became of the payment',
  }),
  listDebts: get(`${base}/debts`, manageRight, {
    input: pageInput({ receiverId: id().optional(), open: z.boolean().optional() }, ['createdAt']),
    output: pageOf(debtRecord),
    summary: 'What receivers owe after refunds; it is taken out of their next shares',
  }),
  runNow: post(`${base}/now`, manageRight, {
    lets: 'money',
    books: 'money',
    rate: { max: 20, windowSeconds: 60 },
    input: z.object({ fieldId: id() }),
    output: z.object({ orders: z.int(), paidFen: moneyFen(), failedLines: z.int() }),
    summary: 'Shares what a site has earned until now and tries again what failed',
  }),
  retryLines: post(`${base}/retry`, manageRight, {
    lets: 'money',
    books: 'money',
    input: z.object({ ids: ids() }),
    output: z.object({ paid: z.int(), failed: z.int() }),
    summary: 'Tries failed shares again',
  }),
};
