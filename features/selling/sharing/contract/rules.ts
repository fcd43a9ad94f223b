import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import {
  bool,
  day,
  id,
  instant,
  longText,
  moneyFen,
  pageInput,
  pageOf,
  ratio,
} from '#kit/contract/schemas.ts';
import { siteFields } from '#kit/contract/things.ts';
import { sharingBase } from './receivers.ts';
import {
  cost,
  manageRight,
  mostCosts,
  mostReceivers,
  ratioShape,
  receiverKind,
  ruleState,
  schedule,
  sharingChanged,
  step,
  versionState,
} from './shared.ts';

const base = `${sharingBase}/rule` as const;

const namedRatio = ratioShape.extend({
  basisPoints: ratio(),
  receiverName: z.string(),
  receiverKind: receiverKind(),
});

/** What a version says. The platform's fee and refunds always come first, costs in the order of the list. */
const terms = {
  /** false: ratios are of what players paid, the merchant alone bears the fee */
  deductFee: bool(),
  /** cash taken at the counter counts too; the shares are paid out of the wallet all the same */
  includeCash: bool(),
  costs: z.array(cost).max(mostCosts),
  ratios: z.array(ratioShape).max(mostReceivers),
};

const version = z.object({
  id: z.string(),
  number: z.int(),
  effectiveFrom: day(),
  /** the last day; null: until further notice */
  effectiveTo: day().nullable(),
  state: versionState(),
  /** ends the sharing of the site */
  ends: z.boolean(),
  deductFee: z.boolean(),
  includeCash: z.boolean(),
  costs: z.array(cost),
  ratios: z.array(namedRatio),
  sumBasisPoints: ratio(),
  note: z.string(),
  createdAt: instant(),
  createdByName: z.string(),
});
export type RuleVersion = z.infer<typeof version>;

const ruleRecord = z.object({
  ...siteFields,
  /** null: nothing is shared at this site */
  schedule: schedule().nullable(),
  paused: z.boolean(),
  state: ruleState(),
  /** who receives a part today */
  people: z.array(z.string()),
  /** given away today */
  sumBasisPoints: ratio(),
  /** of the version that holds today, else of the next one */
  effectiveFrom: day().nullable(),
  current: version.nullable(),
  next: version.nullable(),
  /** everything before this day was shared */
  sharedUntil: day().nullable(),
  failedLines: z.int(),
  failedFen: moneyFen(),
});
export type RuleRecord = z.infer<typeof ruleRecord>;

const { get, post } = callsAbout({ refreshedBy: [sharingChanged], emits: [sharingChanged] });

export const rulesContract = {
  listRules: get(`${base}/list`, manageRight, {
    input: pageInput({ keyword: z.string().trim().max(64).optional() }, ['fieldName']),
    output: pageOf(ruleRecord),
    summary: 'Sites with the sharing rule that holds today and the next one',
  }),
  readRule: get(`${base}/detail`, manageRight, {
    input: z.object({ fieldId: id() }),
    output: ruleRecord.extend({
      versions: z.array(version),
      /** the first day a new version may hold from */
      earliestFrom: day(),
    }),
    summary: 'The rule of a site with all its versions',
  }),
  previewRule: post(`${base}/preview`, manageRight, {
    place: 'json',
    changes: false,
    input: z.object({ fieldId: id(), ...terms }),
    output: z.object({
      from: z.string(),
      to: z.string(),
      orders: z.int(),
      /** false: there were more orders than a preview looks at */
      complete: z.boolean(),
      grossFen: moneyFen(),
      steps: z.array(step),
      baseFen: moneyFen(),
      parts: z.array(
        z.object({
          receiverId: z.string(),
          receiverName: z.string(),
          basisPoints: ratio(),
          amountFen: moneyFen(),
        }),
      ),
      /** stays with the merchant, costs included */
      restFen: moneyFen(),
    }),
    summary: 'What a rule would have given on the figures of last month, step by step',
    emits: [],
  }),
  saveVersion: post(`${base}/submit`, manageRight, {
    place: 'json',
    input: z.object({ fieldId: id(), effectiveFrom: day(), ...terms, note: longText(200).optional() }),
    output: z.object({ id: z.string() }),
    summary: 'A new version of the rule of a site from a day on; earlier versions stay as they were',
  }),
  endRule: post(`${base}/end`, manageRight, {
    input: z.object({ fieldId: id(), effectiveFrom: day(), note: longText(200).optional() }),
    summary: 'Nothing of the site is shared from a day on',
  }),
  withdrawVersion: post(`${base}/withdraw`, manageRight, {
    input: z.object({ id: id() }),
    summary: 'Takes back a version that does not hold yet',
  }),
  setSchedule: post(`${base}/schedule`, manageRight, {
    input: z.object({ fieldId: id(), schedule: schedule(), paused: bool() }),
    summary: 'How often the income of a site is shared, and whether it is paused',
  }),
};
