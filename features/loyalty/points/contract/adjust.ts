import { z } from 'zod';
import { allowanceChanged } from '#features/money/allowance/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import {
  amountOf,
  choiceOf,
  dayRange,
  id,
  ids,
  instant,
  int,
  pageInput,
  pageOf,
  text,
} from '#kit/contract/schemas.ts';
import { entryTime, maybeMemberFields, memberFields, siteFields } from '#kit/contract/things.ts';
import { base, view } from './books.ts';
import { pointRulesChanged, pointsMoved, ticketCodesChanged } from './events.ts';
import { mostAtOnce, pointUnit } from './kinds.ts';

export const adjust = permit('points.adjust');
export const directions = ['add', 'take'] as const;
export const mostTickets = 10_000;
export const mostCodeHours = 7 * 24;

const adjustment = z.object({
  id: z.string(),
  createdAt: entryTime(),
  ...memberFields,
  ...siteFields,
  unit: pointUnit(),
  amount: amountOf('unit', 'kit:pieces', true),
  before: amountOf('unit'),
  after: amountOf('unit'),
  reason: z.string(),
  userName: z.string(),
});

const codeStates = ['open', 'claimed', 'expired', 'revoked'] as const;
export type CodeState = (typeof codeStates)[number];
const codeState = () =>
  choiceOf('points:codeState', codeStates, {
    open: 'info',
    claimed: 'good',
    expired: 'quiet',
    revoked: 'bad',
  });
const ticketCode = z.object({
  id: z.string(),
  createdAt: entryTime(),
  ...siteFields,
  tickets: z.int(),
  state: codeState(),
  reason: z.string(),
  userName: z.string(),
  expiresAt: instant(),
  ...maybeMemberFields,
  claimedAt: instant().nullable(),
});
export type TicketCodeRecord = z.infer<typeof ticketCode>;

export const adjustContract = {
  readAdjustAllowance: get(`${base}/integral/allowance`, adjust, {
    /** null: without a limit */
    output: z.object({ most: z.int().nullable(), perDay: z.int().nullable(), left: z.int().nullable() }),
    refreshedBy: [pointsMoved, pointRulesChanged, ticketCodesChanged, allowanceChanged],
    summary: 'How much the caller may still give or take by hand today, and at one time',
  }),
  adjustPoints: post(`${base}/integral/update`, adjust, {
    gives: true,
    lets: 'goods',
    books: 'value',
    input: z.object({
      playerId: id(),
      fieldId: id(),
      unit: pointUnit(),
      direction: choiceOf('points:direction', directions),
      amount: int(1, mostAtOnce),
      reason: text(100),
    }),
    output: z.object({ id: z.string(), before: z.int(), after: z.int() }),
    emits: [pointsMoved],
    summary: 'Gives points or tickets to a member by hand, or takes some, with the reason',
  }),
  listAdjustments: get(`${base}/userUpdateRecord/list`, view, {
    input: pageInput(
      { playerId: id().optional(), fieldId: id().optional(), unit: pointUnit().optional(), ...dayRange },
      ['createdAt', 'amount'],
    ),
    output: pageOf(adjustment),
    refreshedBy: [pointsMoved],
    summary: 'What was given and taken by hand: by whom, why, before and after',
  }),
  listTicketCodes: get(`${base}/ticketCode/list`, view, {
    input: pageInput({ fieldId: id().optional(), state: codeState().optional() }, ['createdAt']),
    output: pageOf(ticketCode),
    refreshedBy: [ticketCodesChanged],
    summary: 'Codes for tickets: by whom, how many, who claimed them',
  }),
  createTicketCode: post(`${base}/ticketCode/submit`, adjust, {
    gives: true,
    lets: 'goods',
    input: z.object({
      fieldId: id(),
      tickets: int(1, mostTickets),
      hours: int(1, mostCodeHours).default(24),
      reason: text(100),
    }),
    output: z.object({
      id: z.string(),
      code: z.string(),
      path: z.string(),
      tickets: z.int(),
      expiresAt: instant(),
    }),
    emits: [ticketCodesChanged],
    summary: 'A code for tickets at a site: the player who claims it first has them. It is shown once',
  }),
  revokeTicketCodes: post(`${base}/ticketCode/remove`, adjust, {
    input: z.object({ ids: ids() }),
    emits: [ticketCodesChanged],
    summary: 'Codes that nobody has claimed yet are void',
  }),
};
