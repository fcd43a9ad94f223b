import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { defineEvent } from '#kit/contract/event.ts';
import { choiceOf, id, ids, instant, int, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { memberFields, siteFields } from '#kit/contract/things.ts';
import { view } from './members.ts';

export const freePlaysChanged = defineEvent<object>('member.freePlaysChanged');

const give = permit('members.give');
const base = '/api/blade-member/freeTimes' as const;
export const mostFreePlays = 100;
export const usualFreeDays = 30;

/** revoked: staff took the rest back */
export const freePlayStates = ['open', 'used', 'expired', 'revoked'] as const;
export type FreePlayState = (typeof freePlayStates)[number];
const state = () =>
  choiceOf('members:freeState', freePlayStates, {
    open: 'good',
    used: 'quiet',
    expired: 'quiet',
    revoked: 'bad',
  });

const freePlayRecord = z.object({
  id: z.string(),
  createdAt: instant(),
  ...memberFields,
  ...siteFields,
  plays: z.int(),
  used: z.int(),
  left: z.int(),
  state: state(),
  reason: z.string(),
  /** null: an order paid for them */
  userName: z.string().nullable(),
  expiresAt: instant(),
});
export type FreePlayRecord = z.infer<typeof freePlayRecord>;

export const freePlayCalls = {
  listFreePlays: get(`${base}/list`, view, {
    input: pageInput({ playerId: id().optional(), fieldId: id().optional(), state: state().optional() }, [
      'createdAt',
      'expiresAt',
    ]),
    output: pageOf(freePlayRecord),
    refreshedBy: [freePlaysChanged],
    summary: 'Free plays given to members: by whom, why, how many are left',
  }),
  giveFreePlays: post(`${base}/submit`, give, {
    gives: true,
    lets: 'coins',
    input: z.object({
      playerId: id(),
      fieldId: id(),
      plays: int(1, mostFreePlays),
      days: int(1, 365).default(usualFreeDays),
      reason: text(100),
    }),
    output: z.object({ id: z.string() }),
    emits: [freePlaysChanged],
    summary: 'Gives a member free plays at a site; they count against the giver’s allowance of the day',
  }),
  revokeFreePlays: post(`${base}/remove`, give, {
    input: z.object({ ids: ids() }),
    emits: [freePlaysChanged],
    summary: 'Takes back what is left of free plays; what was played stays',
  }),
};
