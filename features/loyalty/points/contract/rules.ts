import { z } from 'zod';
import { askedField } from '#features/money/allowance/contract.ts';
import { callsAbout } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { bool, choiceOf, id, ids, int, moneyFen, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { base, view } from './books.ts';
import { pointRulesChanged } from './events.ts';

export const edit = permit('points.rules');

export const mostRate = 1000;
export const mostDays = 3650;

const rule = {
  active: bool(),
  perYuan: int(0, mostRate),
  perCoin: int(0, mostRate),
  /** absent: for ever */
  pointDays: int(1, mostDays).nullish(),
  ticketDays: int(1, mostDays).nullish(),
  noticeDays: int(1, 90),
  /** members who want it are told by a text a week before points expire */
  expiryTexts: bool().default(true),
  worthFen: moneyFen(0, 1_000_000),
  adjustMost: int(0, 1_000_000),
};

const rateKinds = ['site', 'level'] as const;
const rateRecord = z.object({
  id: z.string(),
  kind: choiceOf('points:rateKind', rateKinds),
  subjectId: z.string(),
  /** of the site or the level */
  name: z.string().nullable(),
  perYuan: z.int().nullable(),
  perCoin: z.int().nullable(),
  percent: z.int().nullable(),
  /** what it comes to, in the caller's language */
  says: z.string(),
});
export type RateRecord = z.infer<typeof rateRecord>;

const { get, post } = callsAbout({ refreshedBy: [pointRulesChanged], emits: [pointRulesChanged] });

export const rulesContract = {
  readPointRules: get(`${base}/integralRule/detail`, view, {
    output: z.object({
      ...rule,
      expiryTexts: bool(),
      pointDays: z.int().nullable(),
      ticketDays: z.int().nullable(),
      worthFen: moneyFen(),
    }),
    summary: 'What the merchant gives for spending, how long it lasts, and what it is worth',
  }),
  savePointRules: post(`${base}/integralRule/submit`, edit, {
    input: z.object(rule),
    output: z.object(askedField),
    summary:
      'Sets what is given from now on. How long points last holds for what is earned from now on. Limits are set by nobody whom they limit',
  }),
  listRates: get(`${base}/integralRule/rateList`, view, {
    input: pageInput({ kind: choiceOf('points:rateKind', rateKinds).optional() }, ['createdAt']),
    output: pageOf(rateRecord),
    summary: 'Sites that give otherwise, and what levels get of it',
  }),
  saveSiteRate: post(`${base}/integralRule/siteRate`, edit, {
    input: z.object({ fieldId: id(), perYuan: int(0, mostRate), perCoin: int(0, mostRate) }),
    output: z.object(askedField),
    summary: 'A site gives otherwise',
  }),
  saveLevelRate: post(`${base}/integralRule/levelRate`, edit, {
    input: z.object({ levelId: id(), percent: int(0, 1000) }),
    output: z.object(askedField),
    summary: 'A level gets more, or less, of what is given',
  }),
  removeRates: post(`${base}/integralRule/removeRate`, edit, {
    input: z.object({ ids: ids() }),
    summary: 'What is usual holds there again',
  }),
};
