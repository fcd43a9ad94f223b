import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { done, empty, id, int, pageInput, pageOf, phone, text } from '#kit/contract/schemas.ts';
import { dayFilters, issue, machineFilters, view } from './shared.ts';

const issueWays = ['member', 'machine'] as const;
export type IssueWay = (typeof issueWays)[number];
export const issueStates = ['pending', 'done', 'failed', 'unknown'] as const;
export type IssueState = (typeof issueStates)[number];

/** The most at once: what a hopper gives in one command. */
export const maxIssueCoins = 1000;
export const maxIssuePerDay = 100_000;

const limits = permit('coins.limits');

const issueRecord = z.object({
  id: z.string(),
  createdAt: z.string(),
  way: z.enum(issueWays),
  fieldId: z.string(),
  fieldName: z.string(),
  playerName: z.string().nullable(),
  equipmentId: z.string().nullable(),
  code: z.string().nullable(),
  equipmentName: z.string().nullable(),
  equipmentNo: z.int().nullable(),
  coins: z.int(),
  counted: z.int().nullable(),
  state: z.enum(issueStates),
  remark: z.string(),
  /** in the caller's language */
  reasonName: z.string().nullable(),
  userName: z.string(),
  settledAt: z.string().nullable(),
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
  findMembers: defineEndpoint({
    method: 'GET',
    path: `${base}/members`,
    access: issue,
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
    summary: 'Players by their whole phone number, with what they own at a site',
  }),
  readIssueAllowance: defineEndpoint({
    method: 'GET',
    path: `${base}/allowance`,
    access: issue,
    input: empty(),
    /** null: without a limit */
    output: z.object({ perDay: z.int().nullable(), used: z.int(), left: z.int().nullable() }),
    summary: 'What the caller may still hand out today',
  }),
  saveIssueLimit: defineEndpoint({
    method: 'POST',
    path: `${base}/limit`,
    access: limits,
    input: z.object({ perDay: int(0, maxIssuePerDay) }),
    output: done(),
    summary: 'How many coins each member of staff may hand out in a day; the owner has no limit',
  }),
  readIssueLimit: defineEndpoint({
    method: 'GET',
    path: `${base}/limit/detail`,
    access: limits,
    input: empty(),
    output: z.object({ perDay: z.int() }),
    summary: 'The limit of a day',
  }),
  issueToMember: defineEndpoint({
    method: 'POST',
    path: `${base}/member`,
    access: issue,
    input: z.object({ fieldId: id(), playerId: id(), ...given }),
    output: issueRecord,
    summary: "Coins into a player's account at a site",
  }),
  issueFromMachine: defineEndpoint({
    method: 'POST',
    path: `${base}/machine`,
    access: issue,
    input: z.object({ equipmentId: id(), ...given }),
    output: issueRecord,
    summary: 'A coin exchange machine gives coins in the name of staff; answers the record to watch',
  }),
  listIssues: defineEndpoint({
    method: 'GET',
    path: `${base}/list`,
    access: view,
    input: pageInput(
      {
        ...machineFilters,
        ...dayFilters,
        way: z.enum(issueWays).optional(),
        state: z.enum(issueStates).optional(),
      },
      ['createdAt', 'coins'],
    ),
    output: pageOf(issueRecord),
    summary: 'Coins handed out by staff: to whom, why, with what result',
  }),
  readIssue: defineEndpoint({
    method: 'GET',
    path: `${base}/detail`,
    access: view,
    input: z.object({ id: id() }),
    output: issueRecord,
    summary: 'One hand-out',
  }),
};
