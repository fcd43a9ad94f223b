import { owedAccount, postTransfers, walletAccount } from '#features/money/ledger/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { balanceOf, type WalletKey } from './balance-queries.ts';
import { lockMoney } from './wallet-queries.ts';

/**
 * A player who buys stored value with WeChat gets all of it, so its fee can not come out of that money: the merchant owes
 * it, and pays before anything else leaves the wallet.
 */
export async function payOwedFees(tx: Tx, wallet: WalletKey): Promise<void> {
  if ((await balanceOf(tx, wallet)).owedFen <= 0) return;
  const { tenantId, id } = wallet;
  await lockMoney(tx, tenantId);
  const { owedFen, availableFen } = await balanceOf(tx, wallet);
  const dueFen = Math.min(owedFen, availableFen);
  if (dueFen <= 0) return;
  await postTransfers(tx, [
    {
      key: `fee-owed:${newId()}`,
      tenantId,
      kind: 'fee-owed',
      legs: [
        { account: walletAccount(tenantId, id, 'available'), amount: -dueFen },
        { account: owedAccount(tenantId, id), amount: dueFen },
      ],
    },
  ]);
}
