import { eq } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName, shareName } from '#kit/server/hold-names.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert, rows, update } from '#kit/server/tables.ts';
import { walletHeirs } from '../tables.ts';
import { type SaleWallet, saleWalletOf } from './balance-choice.ts';

/**
 * Sales that will settle to a wallet share its name until they are written. The transaction that closes the wallet waits for
 * them and then sees them all. The main wallet is never closed, so nobody waits for it.
 */
export async function takeWallet(
  tx: Tx,
  tenantId: string,
  walletId: string,
  why: 'use' | 'close',
): Promise<void> {
  if (walletId === tenantId) return;
  await (why === 'use' ? shareName : holdName)(tx, 'wallet in use', tenantId, walletId);
}

/** The wallet itself, or the one that stands in for it when its owner is gone. */
export async function livingWallet(reader: Reader, tenantId: string, walletId: string): Promise<string> {
  if (walletId === tenantId) return walletId;
  const heir = rows(tenantScope(tenantId), walletHeirs);
  const [found] = await reader.select({ id: heir.heirId }).from(heir).where(eq(heir.walletId, walletId));
  return found ? livingWallet(reader, tenantId, found.id) : walletId;
}

/** Wallets whose owners are gone and for which this one stands in. */
export async function walletsLeftTo(reader: Reader, tenantId: string, heirId: string): Promise<string[]> {
  const heir = rows(tenantScope(tenantId), walletHeirs);
  const found = await reader.select({ id: heir.walletId }).from(heir).where(eq(heir.heirId, heirId));
  return found.map(({ id }) => id);
}

/** Where a new order of a site settles to; it can not be closed before the order is written. */
export async function walletForSale(tx: Tx, tenantId: string, siteId: string | null): Promise<SaleWallet> {
  for (;;) {
    const found = await saleWalletOf(tx, tenantId, siteId);
    if (found.walletId === tenantId) return found;
    await takeWallet(tx, tenantId, found.walletId, 'use');
    const again = await saleWalletOf(tx, tenantId, siteId);
    if (again.walletId === found.walletId)
      return { ...again, walletId: await livingWallet(tx, tenantId, again.walletId) };
  }
}

/** From now on `heirId` stands in for it, and for those it stood in for. */
export async function appointHeir(
  tx: Tx,
  tenantId: string,
  { walletId, heirId, at }: { walletId: string; heirId: string; at: Date },
): Promise<void> {
  const scope = tenantScope(tenantId);
  await update(tx, scope, walletHeirs, (row) => eq(row.heirId, walletId), { heirId });
  const known = await update(tx, scope, walletHeirs, (row) => eq(row.walletId, walletId), { heirId });
  if (known.length === 0) await insert(tx, scope, walletHeirs, { walletId, heirId, createdAt: at });
}
