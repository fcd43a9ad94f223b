import type { WalletSales } from '#features/money/wallet/server/public.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { sumOf } from '../../rules/income-rules.ts';
import { sumIncome } from './income.ts';
import { toppedUpSince } from './top-up-queries.ts';

/** What wallets are told of their sales. */
export const walletSales: WalletSales = {
  toppedUpSince,
  incomeOfDay: async (reader, tenantId, walletIds, day) =>
    sumOf(await sumIncome(reader, tenantScope(tenantId), { from: day, to: day, walletIds })),
};
