import { and, eq } from 'drizzle-orm';
import type { OwnDataKeeper } from '#features/base/players/server/public.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { orderRefunds, orders } from '../../tables.ts';

/** Refunds name their order, and not the player. */
export const refundsOwnData: OwnDataKeeper = {
  name: 'order_refund',
  async read(reader, playerId) {
    const order = rows(platformScope, orders);
    const refund = rows(platformScope, orderRefunds);
    return reader
      .select({
        id: refund.id,
        createdAt: refund.createdAt,
        orderNumber: order.number,
        state: refund.state,
        amount: refund.amount,
        unit: order.unit,
        reason: refund.reason,
        endedAt: refund.endedAt,
      })
      .from(refund)
      .innerJoin(order, and(eq(order.tenantId, refund.tenantId), eq(order.id, refund.orderId)))
      .where(eq(order.playerId, playerId))
      .orderBy(refund.createdAt);
  },
};
