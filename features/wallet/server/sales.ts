import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';

/** What a wallet must know of the sales that fill it. */
export interface WalletSales {
  /** what came by top-ups and paid deposits since then and was not refunded, without their fees */
  toppedUpSince(reader: Reader, wallet: { tenantId: string; walletId: string }, since: Date): Promise<number>;
  /** of the orders that were sold for these wallets on a day */
  incomeOfDay(
    reader: Reader,
    tenantId: string,
    walletIds: readonly string[],
    day: string,
  ): Promise<{ incomeFen: number; feeFen: number; netFen: number }>;
}

const kept = new WeakMap<Services, WalletSales>();

/** From the `start` of the feature that sells. */
export function registerSales(services: Services, sales: WalletSales): void {
  if (kept.has(services)) throw new Error('two features tell wallets of sales');
  kept.set(services, sales);
}

/** Throws where nobody tells: money that is held must not leave because nobody was asked. */
export function salesOf(services: Services): WalletSales {
  const sales = kept.get(services);
  if (!sales) throw new Error('nobody tells wallets of sales');
  return sales;
}
