import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { flagOf, id, instant, int, moneyFen, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { base, dealsChanged, manage, platform, view, worthKind } from './kinds.ts';

const { get, post } = callsAbout({ refreshedBy: [dealsChanged], emits: [dealsChanged] });

export const mostPieces = 10_000;
export const mostPlays = 100;

/** What a code of the deal is good for. */
const worth = {
  kind: worthKind(),
  /** of coins, free plays or points */
  amount: z.int().nullable(),
  /** free plays: so many days */
  days: z.int().nullable(),
  cardTypeId: z.string().nullable(),
  packageId: z.string().nullable(),
  /** in the caller's language: 30 coins, the name of the card */
  worthText: z.string(),
};

const version = z.object({
  id: z.string(),
  version: z.int(),
  /** codes that can be used from then on get it; where the platform does not tell since when, the newest counts */
  fromAt: instant(),
  userName: z.string(),
  /** none: from then on the deal can not be verified */
  mapped: flagOf('groupbuys:mapped', { yes: 'good', no: 'waiting' }),
  worthText: z.string().nullable(),
});
export type DealVersion = z.infer<typeof version>;

const deal = z.object({
  id: z.string(),
  platform: platform(),
  /** the platform's own number of the deal */
  dealNumber: z.string(),
  title: z.string(),
  priceFen: moneyFen(),
  onSale: flagOf('groupbuys:onSale', { yes: 'good', no: 'quiet' }),
  mapped: flagOf('groupbuys:mapped', { yes: 'good', no: 'waiting' }),
  version: z.int().nullable(),
  kind: worth.kind.nullable(),
  amount: worth.amount,
  days: worth.days,
  cardTypeId: worth.cardTypeId,
  packageId: worth.packageId,
  worthText: worth.worthText.nullable(),
  mappedAt: instant().nullable(),
  /** what became of the platform’s list: not found there any more */
  goneAt: instant().nullable(),
});
export type DealRecord = z.infer<typeof deal>;

export const dealCalls = {
  listDeals: get(`${base}/deal/list`, view, {
    input: pageInput(
      {
        platform: platform(),
        title: text(60, 0).optional(),
        mapped: flagOf('groupbuys:mapped').optional(),
        onSale: flagOf('groupbuys:onSale').optional(),
        kind: worthKind().optional(),
      },
      ['title', 'priceFen', 'mappedAt'],
    ),
    output: pageOf(deal),
    summary: 'Deals that the merchant sells at the platform, and what each is good for here',
  }),
  refreshDeals: post(`${base}/deal/refresh`, manage, {
    rate: { max: 12, windowSeconds: 60 },
    input: z.object({ platform: platform() }),
    output: z.object({ deals: z.int() }),
    summary: 'Asks the platform for its deals now',
  }),
  mapDeal: post(`${base}/deal/map`, manage, {
    input: z.object({
      id: id(),
      kind: worthKind(),
      /** of coins, free plays or points */
      amount: int(1, mostPieces).optional(),
      /** free plays hold for so many days */
      days: int(1, 365).optional(),
      cardTypeId: id().optional(),
      /** a package of coins and points, as it is sold now */
      packageId: id().optional(),
    }),
    output: z.object({ id: z.string(), version: z.int() }),
    summary:
      'Codes of this deal that are sold from now on give this; older ones, where the platform tells them, what they were sold for',
  }),
  unmapDeals: post(`${base}/deal/unmap`, manage, {
    input: z.object({ ids: z.array(id()).min(1).max(50) }),
    summary: 'Codes of these deals that are sold from now on can not be verified',
  }),
  listDealVersions: get(`${base}/deal/versions`, view, {
    input: pageInput({ id: id() }, ['version']),
    output: pageOf(version),
    summary: 'What a deal was good for, since when, and who said so',
  }),
  listDealPackages: get(`${base}/deal/packages`, manage, {
    input: pageInput({ name: text(40, 0).optional(), fieldId: id().optional() }, ['name']),
    output: pageOf(
      z.object({
        id: z.string(),
        name: z.string(),
        fieldName: z.string().nullable(),
        coins: z.int(),
        points: z.int(),
        priceFen: moneyFen(),
      }),
    ),
    summary: 'Packages that a deal can stand for',
  }),
};
