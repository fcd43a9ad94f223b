import { and, eq, gt, isNull, or } from 'drizzle-orm';
import type { Leaving } from '#features/base/partners/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { shareLines, shareOrders, shareReceivers } from '../tables.ts';

/** A franchisee who leaves gets no more shares, and none that was paid from the wallet is still on its way. */
export async function assertSharesEnded(tx: Tx, { tenantId, userId, name }: Leaving): Promise<void> {
  const scope = tenantScope(tenantId);
  const receiver = rows(scope, shareReceivers);
  const receives = await tx
    .select({ id: receiver.id })
    .from(receiver)
    .where(and(eq(receiver.userId, userId), isNull(receiver.removedAt)))
    .limit(1);
  if (receives.length > 0) throw conflict('sharing:error.franchiseeShares', { name });
  const line = rows(scope, shareLines);
  const order = rows(scope, shareOrders);
  const underWay = await tx
    .select({ id: line.id })
    .from(line)
    .innerJoin(order, and(eq(order.tenantId, line.tenantId), eq(order.orderId, line.orderId)))
    .where(and(eq(order.walletId, userId), or(gt(line.waitingFen, 0), gt(line.returningFen, 0))))
    .limit(1);
  if (underWay.length > 0) throw conflict('sharing:error.franchiseeUnderWay', { name });
}
