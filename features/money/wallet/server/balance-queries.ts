import { walletPurposes } from '#features/money/ledger/contract.ts';
import { owedAccount, readBalances, walletAccount } from '#features/money/ledger/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Balances } from '../contract/shared.ts';
import type { SeenWallet } from './wallet-queries.ts';

export interface WalletKey {
  tenantId: string;
  id: string;
}

/** Of many wallets in one question. */
export async function balancesOf(reader: Reader, wallets: readonly WalletKey[]): Promise<Balances[]> {
  const found = await readBalances(
    reader,
    wallets.flatMap(({ tenantId, id }) => [
      ...walletPurposes.map((purpose) => walletAccount(tenantId, id, purpose)),
      owedAccount(tenantId, id),
    ]),
  );
  const perWallet = walletPurposes.length + 1;
  return wallets.map((_, index) => {
    const at = (purpose: (typeof walletPurposes)[number]) =>
      found[index * perWallet + walletPurposes.indexOf(purpose)];
    return {
      availableFen: at('available')?.available ?? 0,
      frozenFen: at('frozen')?.balance ?? 0,
      pendingFen: at('pending')?.balance ?? 0,
      cashFen: at('cash')?.balance ?? 0,
      collectedFen: at('collected')?.balance ?? 0,
      depositFen: at('deposit')?.balance ?? 0,
      owedFen: 0 - (found[index * perWallet + walletPurposes.length]?.balance ?? 0),
    };
  });
}

export async function balanceOf(reader: Reader, wallet: WalletKey): Promise<Balances> {
  const [found] = await balancesOf(reader, [wallet]);
  return found as Balances;
}

export const isEmpty = (balances: Balances): boolean =>
  Object.values(balances).every((amount) => amount === 0);

/** With their balances; what was removed is shown only while something is in it. */
export async function withBalances<W extends SeenWallet>(
  reader: Reader,
  wallets: readonly W[],
): Promise<(W & { balances: Balances })[]> {
  const found = await balancesOf(reader, wallets);
  return wallets
    .map((wallet, index) => ({ ...wallet, balances: found[index] as Balances }))
    .filter(({ removed, balances }) => !removed || !isEmpty(balances));
}
