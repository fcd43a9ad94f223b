import type { AccountName } from '#features/ledger/server/public.ts';
import type { Say } from './order-records.ts';

/** What people call an account when they read about an order. Whose wallet an agent's is, is not the merchant's affair. */
export function entryAccount(account: AccountName, say: Say): string {
  switch (account.ownerKind) {
    case 'merchant':
      return say(`orders:account.${account.purpose}`);
    case 'channel':
      return say(`orders:account.${account.ownerId}`);
    default:
      return say(`orders:account.${account.ownerKind}`);
  }
}
