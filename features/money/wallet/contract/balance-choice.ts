import { z } from 'zod';
import { get, post } from '#kit/contract/call.ts';
import { permit } from '#kit/contract/endpoint.ts';
import { choiceOf, instant } from '#kit/contract/schemas.ts';
import { balanceChoiceChanged, walletChanged } from './events.ts';
import { balanceReaches } from './shared.ts';

const share = permit('wallet.share');
const reach = () => choiceOf('wallet:balanceReach', balanceReaches);
const base = '/api/blade-wallet/wallet' as const;

export const balanceChoiceContract = {
  readBalanceChoice: get(`${base}/balanceChoice`, share, {
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
  saveBalanceChoice: post(`${base}/saveBalanceChoice`, share, {
    input: z.object({ reach: reach() }),
    emits: [balanceChoiceChanged],
    summary: 'Lets players spend what they own at all sites of the same wallet, or at its own site only',
  }),
};
