import { type AccountName, platformFee, type SubjectEntry } from '#features/money/ledger/server/public.ts';
import type { StaffSession } from '#kit/server/session.ts';
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

/**
 * What a reader may see of the books of an order. How the fee is divided above a merchant is not the merchant's to know:
 * of each movement the legs of agents and of the platform are one line of fees.
 */
export function shownEntries(
  entries: readonly SubjectEntry[],
  merchantId: string,
  { realm, tenantId }: Pick<StaffSession, 'realm' | 'tenantId'>,
): SubjectEntry[] {
  if (realm === 'platform') return [...entries];
  const isFee = ({ account }: SubjectEntry) =>
    account.ownerKind === 'platform' ||
    (account.ownerKind === 'merchant' && account.tenantId !== merchantId && account.tenantId !== tenantId);
  const shown: SubjectEntry[] = [];
  for (const entry of entries) {
    const sum = isFee(entry)
      ? shown.find((one) => one.transferId === entry.transferId && one.account === platformFee)
      : undefined;
    if (sum) sum.amount += entry.amount;
    else shown.push(isFee(entry) ? { ...entry, account: platformFee } : entry);
  }
  return shown.filter(({ account, amount }) => account !== platformFee || amount !== 0);
}
