import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { amountOf, bool, choiceOf, day, id, instant, pageInput, pageOf } from '#kit/contract/schemas.ts';
import { siteFields } from '#kit/contract/things.ts';
import { base } from './books.ts';
import { pointUnit } from './kinds.ts';

const place = z.object({
  merchantId: z.string(),
  merchantName: z.string(),
  ...siteFields,
  points: z.int(),
  tickets: z.int(),
  /** points that the next earnings fill first */
  owed: z.int(),
  /** lots that expire within the days of the merchant's notice, the next first */
  expiring: z.array(z.object({ unit: pointUnit(), amount: amountOf('unit'), expiresAt: instant() })),
  /** how points are earned and lost there, sentence by sentence, in the caller's language */
  rules: z.array(z.string()),
});
export type OwnPlace = z.infer<typeof place>;

export const rankPeriods = ['week', 'month'] as const;
export const rankings = ['tickets', 'points', 'plays', 'wins'] as const;
const code = () =>
  z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[0-9A-Z]{12}$/, { error: 'points:error.codeForm' });

export const ownContract = {
  readOwnPoints: get(`${base}/player/integral`, 'player', {
    output: z.array(place),
    summary:
      'The player’s points and tickets, shop by shop: what expires soon, what is owed, how they are earned',
  }),
  listOwnMovements: get(`${base}/player/integralLog`, 'player', {
    input: pageInput({ unit: pointUnit().default('point') }, ['createdAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        createdAt: instant(),
        what: z.string(),
        merchantName: z.string(),
        ...siteFields,
        unit: pointUnit(),
        amount: amountOf('unit', 'kit:pieces', true),
        balanceAfter: amountOf('unit'),
        remark: z.string(),
      }),
    ),
    summary: 'What came to the player’s points or tickets and went from them',
  }),
  readExpiryChoice: get(`${base}/player/expiryChoice`, 'player', {
    output: z.object({
      told: bool(),
      hasPhone: z.boolean(),
      /** false: no texts go out here */
      available: z.boolean(),
    }),
    summary: 'Whether the player is told by a text a week before points or tickets expire',
  }),
  saveExpiryChoice: post(`${base}/player/saveExpiryChoice`, 'player', {
    input: z.object({ told: bool() }),
    summary:
      'The player wants to be told by a text before points or tickets expire, or does not; needs a phone',
  }),
  readTicketCode: get(`${base}/player/ticketCode`, 'player', {
    rate: { max: 30, windowSeconds: 60 },
    input: z.object({ code: code() }),
    output: z.object({ tickets: z.int(), merchantName: z.string(), ...siteFields, expiresAt: instant() }),
    summary: 'What a code for tickets is good for',
  }),
  claimTicketCode: post(`${base}/player/claimTicketCode`, 'player', {
    rate: { max: 30, windowSeconds: 60 },
    books: 'value',
    input: z.object({ code: code() }),
    output: z.object({ tickets: z.int(), held: z.int(), ...siteFields }),
    summary: 'Claims the tickets of a code, once',
  }),
  listRanking: get(`${base}/player/ranking`, 'player', {
    input: pageInput(
      {
        fieldId: id(),
        period: choiceOf('points:period', rankPeriods).default('week'),
        by: choiceOf('points:ranking', rankings).default('tickets'),
      },
      ['amount'],
    ),
    output: pageOf(
      z.object({
        id: z.string(),
        rank: z.int(),
        /** masked, but for the player's own */
        name: z.string(),
        photo: z.string(),
        amount: z.int(),
        own: z.boolean(),
      }),
    ).extend({
      from: day(),
      to: day(),
      fieldName: z.string(),
      own: z.object({ rank: z.int().nullable(), amount: z.int(), hidden: z.boolean() }),
    }),
    summary:
      'The best of a shop in this week or month; names are masked, and who does not want to be named is not',
  }),
  saveRankingChoice: post(`${base}/player/rankingChoice`, 'player', {
    input: z.object({ hidden: bool() }),
    summary: 'Whether the player is named among the best',
  }),
};
