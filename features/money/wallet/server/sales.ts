import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';

/** What a wallet must know of the sales that fill it. */
export interface WalletSales {
  /** what came by top-ups and paid deposits since then and was not refunded, without their fees */
  toppedUpSince(reader: Reader, wallet: { tenantId: string; walletId: string }, since: Date): Promise<number>;
  /** of the orders that were sold for these wallets on the day that is going on at each site */
  incomeToday(
    reader: Reader,
    tenantId: string,
    walletIds: readonly string[],
    at: Date,
  ): Promise<{ incomeFen: number; feeFen: number; netFen: number }>;
}

/** By the database: a call at another time has other services and the same sales. */
const kept = new WeakMap<Services['db'], WalletSales>();

/** From the `start` of the feature that sells, and before its demo data. */
export function registerSales({ db }: Services, sales: WalletSales): void {
  if (kept.has(db) && kept.get(db) !== sales) throw new Error('two features tell wallets of sales');
  kept.set(db, sales);
}

/** Throws where nobody tells: money that is held must not leave because nobody was asked. */
export function salesOf({ db }: Services): WalletSales {
  const sales = kept.get(db);
  if (!sales) throw new Error('nobody tells wallets of sales');
  return sales;
}
