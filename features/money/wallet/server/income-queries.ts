import { gainsOf, walletAccount } from '#features/money/ledger/server/public.ts';
import { businessDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { WalletKey } from './balance-queries.ts';

/** What is earned, less what went back; top-ups, transfers and withdrawals move money that was there. */
const earning = [
  'settlement',
  'refund',
  'refund-failed',
  'cash-refund',
  'share',
  'share-return',
  'agent-share',
];
const purposes = ['available', 'cash', 'collected'] as const;

/** What some wallets earned since the month began, by wallet: sales, shares, fees. */
export async function incomeOfMonth(
  reader: Reader,
  wallets: readonly WalletKey[],
  now: Date,
): Promise<Map<string, number>> {
  const from = startOfDay(`${businessDay(now).slice(0, 'yyyy-mm'.length)}-01`);
  const accounts = wallets.flatMap(({ tenantId, id }) =>
    purposes.map((purpose) => walletAccount(tenantId, id, purpose)),
  );
  const gains = await gainsOf(reader, accounts, { from, kinds: earning });
  return new Map(
    wallets.map(({ id }, index) => [
      id,
      purposes.reduce((sum, _, place) => sum + (gains[index * purposes.length + place] ?? 0), 0),
    ]),
  );
}
