import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { flagOf, id, instant, moneyFen, pageInput, pageOf, text } from '#kit/contract/schemas.ts';
import { walletChanged } from './events.ts';
import { handoverState, manage, requestId, view, walletId, withdraw } from './shared.ts';

const base = '/api/blade-wallet/wallet';

export const handoversContract = {
  handOverWallet: post(`${base}/handOver`, manage, {
    lets: 'money',
    books: 'money',
    input: z.object({ walletId: walletId(), toWalletId: walletId(), requestId: requestId() }),
    output: z.object({
      /** null: there was nothing to ask anybody for */
      id: z.string().nullable(),
      state: handoverState(),
      amountFen: moneyFen(),
      sites: z.int(),
      /** without an answer it is handed over then; null: it is */
      dueAt: instant().nullable(),
    }),
    emits: [walletChanged],
    summary:
      'Asks a franchisee for the sites and the money of the wallet; of one who is gone they are taken over at once; owners only',
  }),
  listHandovers: get(`${base}/handovers`, view, {
    input: pageInput({}, ['createdAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        createdAt: instant(),
        walletName: z.string(),
        toWalletName: z.string(),
        state: handoverState(),
        /** while it waits: what would move now; afterwards: what moved */
        amountFen: moneyFen(),
        siteNames: z.string(),
        sites: z.int(),
        askedByName: z.string(),
        dueAt: instant(),
        reason: z.string(),
        decidedByName: z.string(),
        decidedAt: instant().nullable(),
        /** it is the caller's own wallet */
        own: flagOf('wallet:handoverOwn'),
      }),
    ),
    refreshedBy: [walletChanged],
    summary: 'Wallets that were asked for: owners see all of the organisation, franchisees their own',
  }),
  answerHandover: post(`${base}/answerHandover`, withdraw, {
    books: 'money',
    input: z.object({ id: id(), agree: z.boolean(), reason: text(200, 0).optional() }),
    output: z.object({ state: handoverState(), amountFen: moneyFen() }),
    emits: [walletChanged],
    summary: 'The franchisee whose wallet it is agrees to hand it over now, or objects with a reason',
  }),
  withdrawHandover: post(`${base}/withdrawHandover`, manage, {
    input: z.object({ id: id() }),
    emits: [walletChanged],
    summary: 'The owner does not want the wallet any more; owners only',
  }),
};
