import { type Leaving, onFranchiseeLeaving } from '#features/base/partners/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { formatFen } from '#kit/kernel/money.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { balanceOf, isEmpty } from './balance-queries.ts';
import { appointHeir, takeWallet } from './heir-queries.ts';
import { countSettling } from './settlement-queries.ts';
import { lockMoney } from './wallet-queries.ts';

/** A franchisee leaves with nothing in the wallet and nothing on its way there; afterwards the main one stands in. */
async function closeWallet(tx: Tx, services: Services, { tenantId, userId, name }: Leaving): Promise<void> {
  await lockMoney(tx, tenantId);
  await takeWallet(tx, tenantId, userId, 'close');
  const sites = await countSettling(tx, tenantId, userId);
  if (sites > 0) throw conflict('wallet:error.franchiseeSites', { name, count: sites });
  const balances = await balanceOf(tx, { tenantId, id: userId });
  if (!isEmpty(balances)) {
    const { owedFen, ...kept } = balances;
    const fen = Object.values(kept).reduce((sum, amount) => sum + amount, 0) - owedFen;
    throw conflict('wallet:error.franchiseeMoney', { name, amount: formatFen(fen) });
  }
  await appointHeir(tx, tenantId, { walletId: userId, heirId: tenantId, at: services.clock.now() });
}

export const watchLeaving = (services: Services): void =>
  onFranchiseeLeaving(services, (tx, who) => closeWallet(tx, services, who));
