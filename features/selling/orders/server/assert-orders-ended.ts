import type { Leaving } from '#features/base/partners/server/public.ts';
import { takeWallet } from '#features/money/wallet/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import { countUnended } from './order-queries.ts';

/** What an order brings or takes goes to the wallet it was sold for: nobody leaves before the last one has ended. */
export async function assertOrdersEnded(tx: Tx, { tenantId, userId, name }: Leaving): Promise<void> {
  await takeWallet(tx, tenantId, userId, 'close');
  const count = await countUnended(tx, tenantId, userId);
  if (count > 0) throw conflict('orders:error.franchiseeOrders', { name, count });
}
