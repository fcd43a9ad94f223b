import { z } from 'zod';
import { callsAbout } from '#kit/contract/call.ts';
import {
  choiceOf,
  id,
  instant,
  moneyFen,
  pageInput,
  pageOf,
  signedFen,
  text,
} from '#kit/contract/schemas.ts';
import { siteFields } from '#kit/contract/things.ts';
import { ratesChanged, walletChanged } from './events.ts';
import {
  balances,
  holderKind,
  manage,
  platformAccounts,
  rate,
  requestId,
  view,
  walletId,
  walletKind,
} from './shared.ts';

const base = '/api/blade-wallet/wallet' as const;

const walletHead = {
  id: z.string(),
  kind: walletKind(),
  /** in the caller's language: the main one has no name, a franchisee's says whose it is */
  name: z.string(),
  /** the caller may spend from it */
  own: z.boolean(),
};

const { get, post } = callsAbout({ refreshedBy: [walletChanged], emits: [walletChanged] });

export const walletsContract = {
  readWallet: get(`${base}/summary`, view, {
    input: z.object({ walletId: walletId().optional() }),
    output: z.object({
      /** null: the caller has no wallet (an account limited to sites that settle to the main one) */
      wallet: z.object({ ...walletHead, balances }).nullable(),
      /** of orders that were sold for this wallet; cash in machines is in no wallet. null where nothing is sold */
      today: z.object({ incomeFen: signedFen(), feeFen: signedFen(), netFen: signedFen() }).nullable(),
      wallets: z.array(z.object(walletHead)),
      rates: z.array(rate),
      /** the platform instead sees what it earned and what it holds at the channels */
      platform: z.array(
        z.object({ account: choiceOf('wallet:platform', platformAccounts), balanceFen: moneyFen() }),
      ),
      /** people to transfer to: the caller's other wallets and the franchisees' */
      targets: z.array(z.object(walletHead)),
    }),
    refreshedBy: [walletChanged, ratesChanged],
    summary: 'One wallet of the caller: what is withdrawable, frozen, pending, and what fees it pays',
  }),
  listWallets: get(`${base}/list`, view, {
    output: z.array(z.object({ ...walletHead, balances, siteNames: z.array(z.string()) })),
    summary: 'The wallets the caller sees, with their balances and the sites that settle to them',
  }),
  saveWallet: post(`${base}/submit`, manage, {
    input: z.object({ id: id().optional(), name: text(20) }),
    output: z.object({ id: z.string() }),
    summary: 'Opens a further wallet or gives it another name',
  }),
  removeWallet: post(`${base}/remove`, manage, {
    input: z.object({ id: id() }),
    summary: 'Hides a wallet that is empty and to which no site settles',
  }),
  transferMoney: post('/getTransferByUser', manage, {
    lets: 'money',
    books: 'money',
    input: z.object({
      fromWalletId: walletId().optional(),
      toWalletId: walletId(),
      amountFen: moneyFen(1),
      remark: text(60, 0).optional(),
      requestId: requestId(),
    }),
    output: z.object({ id: z.string() }),
    summary:
      'Moves available money between wallets of the organisation; not 0, not above what is transferable',
  }),
  listSettlements: get(`${base}/sites`, manage, {
    input: pageInput({ keyword: text(40, 0).optional() }, ['name']),
    output: pageOf(
      z.object({
        ...siteFields,
        walletId: z.string(),
        walletName: z.string(),
        changedAt: instant().nullable(),
      }),
    ),
    summary: 'Which wallet each site settles to',
  }),
  settleSite: post(`${base}/settleSite`, manage, {
    input: z.object({ fieldId: id(), walletId: walletId() }),
    summary: 'Lets a site settle to another wallet from now on; owners only',
  }),
  listBalances: get(`${base}/balances`, view, {
    input: pageInput({ keyword: text(40, 0).optional() }, ['name']),
    output: pageOf(
      z.object({
        id: z.string(),
        /** an organisation below the caller, or a wallet of the caller's own organisation */
        kind: holderKind(),
        name: z.string(),
        /** the organisation above, or the sites that settle to it */
        detail: z.string(),
        /** the caller may open its statement */
        open: z.boolean(),
        ...balances.shape,
      }),
    ),
    summary: 'Balances of all wallets; agents see the organisations of their tree, the platform all',
  }),
  readMember: get('/getMemberByUserId/:id', view, {
    input: z.object({ id: id() }),
    output: z.object({
      userId: z.string(),
      tenantId: z.string(),
      account: z.string(),
      userName: z.string(),
      avatar: z.string(),
      userType: z.int(),
      walletId: z.string(),
      ...balances.shape,
    }),
    summary: 'A member of the organisation and the wallet: a franchisee’s own, otherwise the organisation’s',
  }),
};
