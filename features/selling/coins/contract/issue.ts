import { z } from 'zod';
import { deviceCommanded } from '#features/machines/devices/contract.ts';
import { commandTicket } from '#features/machines/fleet/contract.ts';
import { allowanceChanged } from '#features/money/allowance/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { refresherOf } from '#kit/contract/event.ts';
import { choiceOf, id, instant, int, pageInput, pageOf, phone, text } from '#kit/contract/schemas.ts';
import { entryTime, maybeMachineFields, siteFields } from '#kit/contract/things.ts';
import { depositChanged, issueChanged, issueLimitChanged } from './events.ts';
import { dayFilters, issue, machineFilters, view } from './shared.ts';

/** credit: added to a machine to play with, by staff from afar or by a link of theirs; hopper: all of one, into the bag */
const issueWays = ['member', 'machine', 'credit', 'hopper'] as const;
export type IssueWay = (typeof issueWays)[number];
export const issueStates = ['pending', 'done', 'failed', 'unknown'] as const;
export type IssueState = (typeof issueStates)[number];
const issueOutcomes = [...issueStates, 'partial'] as const;
export type IssueOutcome = (typeof issueOutcomes)[number];

/** The most at once: what a hopper gives in one command. */
export const maxIssueCoins = 1000;
export const maxGoodsPerDay = 10_000;

const limits = permit('coins.limits');

const way = () => choiceOf('coins:issue.to', issueWays);

const issueRecord = z.object({
  id: z.string(),
  createdAt: entryTime(),
  way: way(),
  ...siteFields,
  playerName: z.string().nullable(),
  ...maybeMachineFields,
  code: z.string().nullable(),
  /** the member, or the machine at which somebody stood, in the caller's language */
  receiver: z.string(),
  coins: z.int(),
  counted: z.int().nullable(),
  state: choiceOf('coins:issueState', issueStates),
  /** the same, and whether fewer came than were asked for */
  outcome: choiceOf('coins:issueState', issueOutcomes, {
    pending: 'waiting',
    done: 'good',
    partial: 'waiting',
    failed: 'bad',
    unknown: 'waiting',
  }),
  remark: z.string(),
  /** in the caller's language */
  reasonName: z.string().nullable(),
  userName: z.string(),
  settledAt: instant().nullable(),
});
export type IssueRecord = z.infer<typeof issueRecord>;

const base = '/api/blade-coins/issue' as const;
const given = {
  coins: int(1, maxIssueCoins),
  remark: text(100),
  /** made by the page once per intent: a call repeated after a lost answer gives nothing twice */
  requestId: id(),
};

export const issueContract = {
  findMembers: get(`${base}/members`, issue, {
    rate: { max: 60, windowSeconds: 60 },
    input: z.object({ phone: phone(), fieldId: id() }),
    output: z.array(
      z.object({
        playerId: z.string(),
        name: z.string(),
        photo: z.string(),
        platform: z.string(),
        /** what they own at the site */
        coins: z.int(),
        tickets: z.int(),
      }),
    ),
    refreshedBy: [issueChanged, depositChanged],
    summary: 'Players by their whole phone number, with what they own at a site',
  }),
  readIssueAllowance: get(`${base}/allowance`, issue, {
    /** null: without a limit */
    output: z.object({ perDay: z.int().nullable(), used: z.int(), left: z.int().nullable() }),
    refreshedBy: [issueChanged, allowanceChanged],
    summary: 'What the caller may still give away today, counted in coins',
  }),
  saveIssueLimit: post(`${base}/limit`, limits, {
    limits: true,
    input: z.object({
      goodsPerDay: int(0, maxGoodsPerDay),
    }),
    emits: [issueLimitChanged],
    summary:
      'How many pieces for trial each member of staff may let out in a day; the owner has no limit. Set by nobody whom it limits',
  }),
  readIssueLimit: get(`${base}/limit/detail`, limits, {
    output: z.object({ goodsPerDay: z.int() }),
    refreshedBy: [issueLimitChanged],
    summary: 'The limit of a day',
  }),
  issueToMember: post(`${base}/member`, issue, {
    gives: true,
    lets: 'coins',
    books: 'value',
    repeats: 'recognised',
    input: z.object({ fieldId: id(), playerId: id(), ...given }),
    output: issueRecord,
    emits: [issueChanged],
    summary: "Coins into a player's account at a site",
  }),
  issueFromMachine: post(`${base}/machine`, issue, {
    gives: true,
    lets: 'coins',
    repeats: 'recognised',
    input: z.object({ equipmentId: id(), ...given }),
    output: issueRecord,
    emits: [issueChanged],
    summary: 'A coin exchange machine gives coins in the name of staff; answers the record to watch',
  }),
  dispenseCoins: get('/api/blade-zdEquipment/zdEquipment/outCoinForExchange', issue, {
    gives: true,
    lets: 'coins',
    changes: true,
    input: z.object({ equipmentId: id(), number: int(1, maxIssueCoins) }),
    output: commandTicket,
    emits: [issueChanged, deviceCommanded],
    summary: 'The same with nothing but a number; answers the command to watch',
  }),
  listIssues: get(`${base}/list`, view, {
    input: pageInput(
      {
        ...machineFilters,
        ...dayFilters,
        way: way().optional(),
        state: choiceOf('coins:issueState', issueStates).optional(),
      },
      ['createdAt', 'coins'],
    ),
    output: pageOf(issueRecord),
    refreshedBy: [issueChanged],
    summary: 'Coins that staff let out, whichever way: to whom, why, with what result',
  }),
  readIssue: get(`${base}/detail`, view, {
    input: z.object({ id: id() }),
    output: issueRecord,
    refreshedBy: [refresherOf(issueChanged, (data, input) => data.id === input.id)],
    summary: 'One hand-out',
  }),
};
