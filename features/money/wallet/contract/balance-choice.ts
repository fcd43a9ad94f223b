import { z } from 'zod';
import { defineEndpoint, permit } from '#kit/contract/endpoint.ts';
import { choiceOf, done, empty, instant } from '#kit/contract/schemas.ts';
import { balanceChoiceChanged, walletChanged } from './events.ts';
import { balanceReaches } from './shared.ts';

const share = permit('wallet.share');
const reach = () => choiceOf('wallet:balanceReach', balanceReaches);
const base = '/api/blade-wallet/wallet' as const;

export const balanceChoiceContract = {
  readBalanceChoice: defineEndpoint({
    method: 'GET',
    path: `${base}/balanceChoice`,
    access: share,
    input: empty(),
    output: z.object({
      reach: reach(),
      changedAt: instant().nullable(),
      /** sites that are still there, and to how many wallets they settle */
      sites: z.int(),
      wallets: z.int(),
    }),
    refreshedBy: [balanceChoiceChanged, walletChanged],
    summary: 'Whether what players own at a site is good at the other sites of the same wallet',
  }),
  saveBalanceChoice: defineEndpoint({
    method: 'POST',
    path: `${base}/saveBalanceChoice`,
    access: share,
    input: z.object({ reach: reach() }),
    output: done(),
    emits: [balanceChoiceChanged],
    summary: 'Lets players spend what they own at all sites of the same wallet, or at its own site only',
  }),
};
