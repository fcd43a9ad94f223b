import type { Reader, Tx } from '#kit/server/database.ts';
import { run } from '#kit/server/row-statements.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert, update } from '#kit/server/tables.ts';
import type { BalanceReach } from '../contract/shared.ts';
import { balanceChoices } from '../tables.ts';

/** Where a sale settles to, and whether what its player owns at the wallet's other sites may pay for it. */
export interface SaleWallet {
  walletId: string;
  sharesBalances: boolean;
}

/** Every sale asks: both in one statement. */
export async function saleWalletOf(
  reader: Reader,
  tenantId: string,
  siteId: string | null,
): Promise<SaleWallet> {
  if (siteId === null) return { walletId: tenantId, sharesBalances: false };
  const [found] = await run(
    reader,
    `select (select wallet_id from wallet_site where tenant_id = $1 and site_id = $2),
      exists (select from balance_choice where tenant_id = $1 and reach = 'shared')`,
    [tenantId, siteId],
  );
  const [walletId, sharesBalances] = found as [string | null, boolean];
  return { walletId: walletId ?? tenantId, sharesBalances };
}

export async function readReach(reader: Reader, tenantId: string): Promise<BalanceReach> {
  const [found] = await find(reader, tenantScope(tenantId), balanceChoices, {});
  return found?.reach ?? 'site';
}

/** The caller has the organisation's money in hand (`lockMoney`). */
export async function writeReach(
  tx: Tx,
  tenantId: string,
  values: { reach: BalanceReach; changedAt: Date; changedBy: string },
): Promise<void> {
  const scope = tenantScope(tenantId);
  const [changed] = await update(tx, scope, balanceChoices, {}, values);
  if (!changed) await insert(tx, scope, balanceChoices, values);
}
