import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import {
  bool,
  choiceOf,
  day,
  flagOf,
  id,
  instant,
  longText,
  moneyFen,
  pageInput,
  pageOf,
} from '#kit/contract/schemas.ts';
import { entryTime } from '#kit/contract/things.ts';

/** By which value leaves the house unpaid. A new one is named here and in `allowance:door.<name>`, and nowhere else. */
export const doors = [
  'coin',
  'credit',
  'link',
  'points',
  'ticketCode',
  'freePlay',
  'card',
  'voucher',
  'import',
  'recycling',
  'task',
  'redPacket',
  // prices, terms and rates that give far more than they cost
  'package',
  'cardTerms',
  'level',
  'pointRate',
] as const;
export type Door = (typeof doors)[number];
const door = () => choiceOf('allowance:door', doors);

export const requestStates = ['waiting', 'agreed', 'refused', 'withdrawn'] as const;
export type RequestState = (typeof requestStates)[number];
const requestState = () =>
  choiceOf('allowance:requestState', requestStates, {
    waiting: 'waiting',
    agreed: 'good',
    refused: 'bad',
    withdrawn: 'quiet',
  });

export const allowanceChanged = defineEvent('allowance.changed');
export const requestsChanged = defineEvent('allowance.requests');

/** A hundred thousand yuan: more is a slip of the hand. */
export const mostPerDayFen = 10_000_000;

const view = permit('allowance.view');
const approve = permit('allowance.approve');
const limits = permit('allowance.limits');
const base = '/api/blade-allowance' as const;

const requestRecord = z.object({
  id: z.string(),
  createdAt: entryTime(),
  door: door(),
  label: z.string(),
  /** what is to be given, in the caller's language */
  says: z.string(),
  worthFen: moneyFen(),
  userName: z.string(),
  state: requestState(),
  decidedByName: z.string().nullable(),
  decidedAt: instant().nullable(),
  reason: z.string(),
  /** asked by the caller: who asks does not agree */
  mine: z.boolean(),
  /** the caller may agree or refuse */
  decidable: z.boolean(),
});
export type RequestRecord = z.infer<typeof requestRecord>;

/** The answer of a call whose gift may have to wait: the request, or null where it was given at once. */
export const askedField = { asked: z.string().nullable().default(null) };

export const allowanceContract = {
  readAllowance: get(`${base}/today`, view, {
    /** null: without a limit */
    output: z.object({
      perDayFen: moneyFen().nullable(),
      aloneFen: moneyFen().nullable(),
      usedFen: moneyFen(),
      leftFen: moneyFen().nullable(),
      /** what is left is shared with accounts that the caller made lately, or with the person who made the caller's */
      shared: z.boolean(),
    }),
    refreshedBy: [allowanceChanged],
    summary: 'What the caller may still give away today, worth in fen',
  }),
  listGiven: get(`${base}/given/list`, view, {
    input: pageInput(
      { door: door().optional(), from: z.iso.date().optional(), to: z.iso.date().optional() },
      ['createdAt', 'worthFen'],
    ),
    output: pageOf(
      z.object({
        id: z.string(),
        createdAt: entryTime(),
        day: day(),
        door: door(),
        userName: z.string(),
        units: z.int(),
        worthFen: moneyFen(),
        countsFen: moneyFen(),
        /** a second person agreed: it counts against nobody's day */
        agreed: flagOf('allowance:agreed'),
      }),
    ),
    refreshedBy: [allowanceChanged],
    summary: 'What was given away: one’s own, or everybody’s for who sets limits or agrees',
  }),
  listRequests: get(`${base}/request/list`, view, {
    input: pageInput({ state: requestState().optional(), door: door().optional() }, [
      'createdAt',
      'worthFen',
    ]),
    output: pageOf(requestRecord),
    refreshedBy: [requestsChanged],
    summary: 'Gifts that wait for a second person: one’s own, or everybody’s for who agrees',
  }),
  decideRequest: post(`${base}/request/decide`, approve, {
    limits: true,
    lets: 'goods',
    books: 'money',
    input: z.object({ id: id(), agree: bool(), reason: longText(200).default('') }),
    emits: [requestsChanged, allowanceChanged],
    summary: 'A second person agrees, and it is given at once; or refuses, with a reason',
  }),
  withdrawRequest: post(`${base}/request/withdraw`, view, {
    input: z.object({ id: id() }),
    emits: [requestsChanged],
    summary: 'Takes back an own request that nobody has decided about',
  }),
  listAllowanceLimits: get(`${base}/limit/list`, limits, {
    input: pageInput({}, ['roleName']),
    output: pageOf(
      z.object({
        /** of a job role; `all` for everybody else */
        id: z.string(),
        roleId: z.string().nullable(),
        roleName: z.string(),
        perDayFen: moneyFen(),
        aloneFen: moneyFen(),
        /** nobody has set one: what holds for everybody, or what is usual */
        usual: flagOf('allowance:usual'),
      }),
    ),
    refreshedBy: [allowanceChanged],
    summary: 'What each job role may give away in a day, worth in fen',
  }),
  saveAllowanceLimit: post(`${base}/limit/submit`, limits, {
    limits: true,
    input: z.object({
      /** absent: everybody */
      roleId: id().nullish(),
      perDayFen: moneyFen(0, mostPerDayFen),
      aloneFen: moneyFen(0, mostPerDayFen),
    }),
    emits: [allowanceChanged],
    summary:
      'Sets what may be given away in a day, and in one gift without a second person. Set by nobody whom it limits',
  }),
};
