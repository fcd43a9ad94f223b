import type { WalletSales } from '#features/money/wallet/server/public.ts';
import { incomeToday, sumOf } from '#features/selling/figures/server/public.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { toppedUpSince } from './top-up-queries.ts';

/** What wallets are told of their sales. */
export const walletSales: WalletSales = {
  toppedUpSince,
  async incomeToday(reader, tenantId, walletIds, at) {
    const told = await incomeToday(reader, tenantScope(tenantId), { at, walletIds });
    return told.get('') ?? sumOf([]);
  },
};
