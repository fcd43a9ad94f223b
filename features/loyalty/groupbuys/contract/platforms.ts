import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import { choiceOf, flagOf, id, instant, moneyFen, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { maybeSiteFields } from '#kit/contract/things.ts';
import {
  accountState,
  accountsChanged,
  base,
  differencesChanged,
  manage,
  platform,
  reaches,
  verificationsChanged,
  view,
} from './kinds.ts';

const { get, post } = callsAbout({ refreshedBy: [accountsChanged], emits: [accountsChanged] });

const account = z.object({
  id: z.string(),
  platform: platform(),
  /** all stores of the merchant, or one of them: Meituan authorises each store for itself */
  reach: choiceOf('groupbuys:reach', reaches),
  /** what the platform calls the merchant */
  name: z.string(),
  accountNumber: z.string(),
  state: accountState(),
  authorisedAt: instant(),
  /** null: it does not end by itself */
  expiresAt: instant().nullable(),
  stores: z.int(),
  userName: z.string(),
  /** why the platform answered nothing the last time, in the caller's language */
  problem: z.string().nullable(),
});
export type AccountRecord = z.infer<typeof account>;

const store = z.object({
  id: z.string(),
  platform: platform(),
  /** the platform's own number of the store */
  storeNumber: z.string(),
  name: z.string(),
  address: z.string(),
  ...maybeSiteFields,
  boundAt: instant().nullable(),
  bound: flagOf('groupbuys:bound', { yes: 'good', no: 'waiting' }),
  accountName: z.string(),
  /** of the authorisation that lets codes be verified there; null: Meituan was not asked for this store yet */
  accountState: accountState().nullable(),
  authorised: flagOf('groupbuys:authorised', { yes: 'good', no: 'waiting' }),
  /** today, by the clock of its site: codes that were verified there and not cancelled */
  verifiedToday: z.int(),
  incomeTodayFen: moneyFen(),
});
export type StoreRecord = z.infer<typeof store>;

export const platformCalls = {
  readPlatform: get(`${base}/platform/detail`, view, {
    refreshedBy: [accountsChanged, verificationsChanged, differencesChanged],
    input: z.object({ platform: platform() }),
    output: z.object({
      platform: platform(),
      /** the operator has an agreement with the platform; without one nothing can be authorised */
      configured: z.boolean(),
      /** played by the simulator of demo mode */
      simulated: z.boolean(),
      accounts: z.int(),
      /** authorisations that end soon or have ended */
      accountsToRenew: z.int(),
      stores: z.int(),
      boundStores: z.int(),
      deals: z.int(),
      unmappedDeals: z.int(),
      verifiedToday: z.int(),
      incomeTodayFen: moneyFen(),
      /** verifications whose answer is asked for, or that could not be given yet */
      waiting: z.int(),
      openDifferences: z.int(),
      /** what the platform gave back to customers who had used the thing, of the last thirty days */
      lossFen: moneyFen(),
    }),
    summary: 'How things stand with one of the group-buying platforms',
  }),
  listAccounts: get(`${base}/auth/list`, view, {
    input: pageInput({ platform: platform(), name: text(40, 0).optional() }, ['authorisedAt', 'expiresAt']),
    output: pageOf(account),
    summary: 'Merchant accounts at the platform that may be served from here, and until when',
  }),
  beginAuthorisation: post(`${base}/auth/begin`, manage, {
    input: z.object({
      platform: platform(),
      /** a store of Meituan, which is authorised for itself; absent: the merchant's account */
      reach: choiceOf('groupbuys:reach', reaches).default('account'),
    }),
    output: z.object({
      /** the page of the platform on which the merchant agrees. Meituan leads back to ours, Douyin tells us */
      url: z.string(),
    }),
    summary: 'Begins to authorise: the address of the platform’s own page, to be opened in the whole window',
  }),
  endAuthorisations: post(`${base}/auth/remove`, manage, {
    input: z.object({ ids: z.array(id()).min(1).max(50) }),
    summary: 'Nothing is asked of these accounts any more; their stores are let go',
  }),
  listStores: get(`${base}/store/list`, view, {
    refreshedBy: [accountsChanged, verificationsChanged],
    input: pageInput(
      {
        platform: platform(),
        id: id().optional(),
        name: text(40, 0).optional(),
        fieldId: id().optional(),
        bound: flagOf('groupbuys:bound').optional(),
      },
      ['name', 'boundAt'],
    ),
    output: pageOf(store),
    summary: 'Stores that the platform knows, and the site that each is bound to',
  }),
  readStore: get(`${base}/store/detail`, view, {
    refreshedBy: [accountsChanged, verificationsChanged],
    input: z.object({ id: id() }),
    output: store.extend({
      /** why no code can be verified here now, in the caller's language */
      refusal: z.string().nullable(),
    }),
    summary: 'One store of the platform: its site, and whether codes can be verified there',
  }),
  refreshStores: post(`${base}/store/refresh`, manage, {
    rate: { max: 12, windowSeconds: 60 },
    input: z.object({ platform: platform() }),
    output: z.object({ stores: z.int() }),
    summary: 'Asks the platform for its stores now',
  }),
  bindStore: post(`${base}/store/bind`, manage, {
    input: z.object({ id: id(), fieldId: id() }),
    summary: 'Codes of this store of the platform are verified at this site',
  }),
  unbindStores: post(`${base}/store/unbind`, manage, {
    input: z.object({ ids: z.array(id()).min(1).max(50) }),
    summary: 'Nothing is verified for these stores any more; what was verified stays',
  }),
};
