import { z } from 'zod';
import { askedField, requestsChanged } from '#features/money/allowance/contract.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  amountOf,
  bool,
  day,
  id,
  ids,
  instant,
  int,
  moneyFen,
  pageInput,
  pageOf,
  ratio,
  text,
} from '#kit/contract/schemas.ts';
import { creationTime, entryTime, memberFields, siteFields } from '#kit/contract/things.ts';
import {
  audience,
  base,
  campaignState,
  claimState,
  edit,
  packetUnit,
  redPacketsChanged,
  split,
  target,
  verdict,
  view,
} from './kinds.ts';

export const mostPieces = 5000;
/** of one packet; a packet is a small present */
export const mostEachFen = 20_000;
export const mostEachCoins = 500;
/** WeChat transfers no less; a balance gets no less either, so that a packet is worth opening */
export const leastEachFen = 10;
export const mostHoldOut = 20;
export const usualHoldOut = 5;
export const mostDays = 90;

const campaignFields = {
  id: z.string(),
  createdAt: creationTime(),
  name: z.string(),
  target: target(),
  unit: packetUnit(),
  split: split(),
  pieces: z.int(),
  budget: amountOf('unit'),
  fromDay: day(),
  untilDay: day(),
  state: campaignState(),
  /** packets that were opened */
  claims: z.int(),
  /** what they came to, without what came back from WeChat */
  given: amountOf('unit'),
  /** days on which people who opened one paid for something afterwards */
  visits: z.int(),
  /** what was given, in money, for each of these visits; null: there was none yet */
  costPerVisitFen: moneyFen().nullable(),
};
const campaign = z.object({ ...campaignFields, siteNames: z.string() });
export type CampaignRecord = z.infer<typeof campaign>;

const group = z.object({
  people: z.int(),
  /** of them: who paid for something afterwards */
  comers: z.int(),
  visits: z.int(),
  incomeFen: moneyFen(),
  /** for a hundred people, so that groups of different size can be compared */
  comersOfHundred: z.number(),
  incomeEachFen: moneyFen(),
});
export type GroupFigures = z.infer<typeof group>;

const judged = z.object({
  verdict: verdict(),
  /** how often chance alone makes a difference at least this large; null: too few people */
  chance: ratio().nullable(),
});

const campaignDetail = z.object({
  ...campaignFields,
  siteNames: z.array(z.string()),
  audience: audience(),
  /** who may open one, in the caller's language */
  audienceText: z.string(),
  needsPhone: bool(),
  holdOutPercent: z.int(),
  userName: z.string(),
  endedAt: instant().nullable(),
  /** set aside and not yet given */
  held: amountOf('unit'),
  /** went back to where the budget came from */
  released: amountOf('unit'),
  /** on its way to WeChat, or waiting for the player there */
  waiting: amountOf('unit'),
  /** came back from WeChat: not confirmed in time, or refused */
  returned: amountOf('unit'),
  path: z.string(),
  measuredUntil: instant(),
  shown: group,
  heldOut: group,
  visitsJudged: judged,
  incomeJudged: judged,
});
export type CampaignDetail = z.infer<typeof campaignDetail>;

export const campaignCalls = {
  listCampaigns: get(`${base}/list`, view, {
    input: pageInput({ name: text(40, 0).optional(), target: target().optional() }, [
      'createdAt',
      'untilDay',
    ]),
    output: pageOf(campaign),
    refreshedBy: [redPacketsChanged],
    summary: 'Campaigns of red packets: budget, what was opened, and what a visit cost',
  }),
  readCampaign: get(`${base}/detail`, view, {
    input: z.object({ id: id() }),
    output: campaignDetail,
    refreshedBy: [redPacketsChanged],
    summary: 'A campaign with its money, and visits and income of who was shown the packet and who was not',
  }),
  startCampaign: post(`${base}/submit`, edit, {
    gives: true,
    books: 'money',
    input: z.object({
      name: text(30),
      target: target().default('coin'),
      split: split().default('random'),
      pieces: int(1, mostPieces),
      /** of each packet, where all are equal */
      eachFen: moneyFen(leastEachFen, mostEachFen).nullish(),
      eachCoins: int(1, mostEachCoins).nullish(),
      /** of all together, where chance divides them */
      budgetFen: moneyFen(leastEachFen, mostPieces * mostEachFen).nullish(),
      budgetCoins: int(1, mostPieces * mostEachCoins).nullish(),
      fromDay: day(),
      untilDay: day(),
      /** empty: at all sites */
      siteIds: z.array(id()).max(100).default([]),
      audience: audience().default('everybody'),
      levelId: id().nullish(),
      topUpFen: moneyFen(1, 10_000_000).nullish(),
      awayDays: int(1, 365).nullish(),
      needsPhone: bool().default(true),
      holdOutPercent: int(0, mostHoldOut).default(usualHoldOut),
    }),
    /** started when somebody agrees, where `asked` names a request */
    output: z.object({ id: z.string(), ...askedField }),
    emits: [redPacketsChanged, requestsChanged],
    summary: 'Starts a campaign: its budget is set aside from the wallet and counts against the allowance',
  }),
  endCampaigns: post(`${base}/end`, edit, {
    books: 'money',
    input: z.object({ ids: ids() }),
    emits: [redPacketsChanged],
    summary: 'Campaigns end: no packet is opened any more, and the rest goes back to the wallet',
  }),
  listPacketClaims: get(`${base}/claims`, view, {
    input: pageInput({ campaignId: id(), state: claimState().optional() }, ['createdAt', 'amount']),
    output: pageOf(
      z.object({
        id: z.string(),
        createdAt: entryTime(),
        ...memberFields,
        ...siteFields,
        unit: packetUnit(),
        amount: amountOf('unit'),
        state: claimState(),
        /** why the money came back */
        reason: z.string(),
      }),
    ),
    refreshedBy: [redPacketsChanged],
    summary: 'Who opened a packet, where, for how much, and what became of the money',
  }),
};
