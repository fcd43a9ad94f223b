import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import {
  basisPoints,
  choiceOf,
  id,
  instant,
  int,
  moneyFen,
  pageInput,
  pageOf,
  signedFen,
  text,
} from '#kit/contract/schemas.ts';
import { entryTime } from '#kit/contract/things.ts';
import { adjustmentChanged, policyChanged, walletChanged } from './events.ts';
import {
  adjustmentStates,
  decide,
  highestBasisPoints,
  policyStates,
  requestId,
  tenantNumber,
} from './shared.ts';

const state = () =>
  choiceOf('wallet:adjustment', adjustmentStates, { waiting: 'waiting', done: 'good', refused: 'quiet' });

const policyState = () =>
  choiceOf('wallet:policyState', policyStates, { waiting: 'waiting', agreed: 'good', refused: 'quiet' });

const base = '/api/blade-wallet/platform' as const;

export const longestHoldDays = 90;

const rules = z.object({
  minimumFen: moneyFen(1),
  dailyCount: int(1, 100),
  dailyFen: moneyFen(1),
  wechatMaximumFen: moneyFen(1),
  bankFeeBasisPoints: basisPoints(highestBasisPoints),
  bankFeeMinimumFen: moneyFen(0),
  wechatFeeBasisPoints: basisPoints(highestBasisPoints),
  wechatFeeMinimumFen: moneyFen(0),
  secondPersonAboveFen: moneyFen(0),
  verifiedAboveFen: moneyFen(0),
  depositFen: moneyFen(0),
  approverDays: int(1, longestHoldDays),
  topupHoldDays: int(0, longestHoldDays),
  topupDailyFen: moneyFen(1),
});
export type PolicyRules = z.infer<typeof rules>;
export const policyRules = Object.keys(rules.shape) as (keyof PolicyRules)[];

export const platformContract = {
  savePolicy: post(`${base}/policy`, decide, {
    input: rules,
    output: z.object({ version: z.int(), state: policyState() }),
    emits: [policyChanged],
    summary: 'Asks for other fees and limits; a second person agrees, and they hold from the next day',
  }),
  decidePolicy: post(`${base}/policy/decide`, decide, {
    input: z.object({ version: int(1, 1_000_000), approve: z.boolean() }),
    output: z.object({ state: policyState(), effectiveFrom: instant().nullable() }),
    emits: [policyChanged],
    summary: 'The second person’s word on a change of the rules; who asked may only take it back',
  }),
  listPolicies: get(`${base}/policy/list`, decide, {
    input: pageInput({ state: policyState().optional() }, ['version']),
    output: pageOf(
      z.object({
        version: z.int(),
        createdAt: entryTime(),
        state: policyState(),
        rules,
        /** what differs from the version agreed to before, in the caller's language */
        changes: z.string(),
        askedByName: z.string(),
        askedByMe: z.boolean(),
        decidedByName: z.string(),
        decidedAt: instant().nullable(),
        effectiveFrom: instant().nullable(),
      }),
    ),
    refreshedBy: [policyChanged],
    summary: 'Versions of the rules, the latest first: who asked, who agreed, from when they hold',
  }),
  adjustMoney: post('/updateDeductMoneyForUserMoney', decide, {
    lets: 'money',
    books: 'money',
    repeats: 'recognised',
    input: z.object({
      tenantId: tenantNumber(),
      direction: choiceOf('wallet:adjustment', ['deduct', 'return']),
      amountFen: moneyFen(1),
      reason: text(200),
      requestId: requestId(),
    }),
    output: z.object({ id: z.string(), state: state() }),
    emits: [adjustmentChanged, walletChanged],
    summary: 'Takes money from an organisation or gives it back, with reason; never below zero',
  }),
  listAdjustments: get(`${base}/adjustments`, decide, {
    input: pageInput({ state: state().optional(), tenantId: tenantNumber().optional() }, [
      'createdAt',
      'amountFen',
    ]),
    output: pageOf(
      z.object({
        id: z.string(),
        createdAt: entryTime(),
        tenantId: z.string(),
        tenantName: z.string(),
        amountFen: signedFen(),
        reason: z.string(),
        state: state(),
        askedByName: z.string(),
        askedByMe: z.boolean(),
        decidedByName: z.string(),
        decidedAt: instant().nullable(),
      }),
    ),
    refreshedBy: [adjustmentChanged],
    summary: 'Money taken from and given to organisations',
  }),
  decideAdjustment: post(`${base}/adjustments/decide`, decide, {
    lets: 'money',
    books: 'money',
    input: z.object({ id: id(), approve: z.boolean() }),
    output: z.object({ state: state() }),
    emits: [adjustmentChanged, walletChanged],
    summary: 'The second person’s word on a large adjustment',
  }),
  listOrganisations: get(`${base}/organisations`, decide, {
    input: pageInput({ keyword: text(40, 0).optional() }, ['name']),
    output: pageOf(z.object({ id: z.string(), name: z.string(), availableFen: moneyFen() })),
    refreshedBy: [walletChanged],
    summary: 'Organisations to choose from',
  }),
};
