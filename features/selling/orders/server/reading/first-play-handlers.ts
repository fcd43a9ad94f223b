import { and, eq, gt, isNotNull } from 'drizzle-orm';
import type { Handler } from '#kit/server/context.ts';
import { rows } from '#kit/server/tables.ts';
import type { ordersContract } from '../../contract.ts';
import { orders } from '../../tables.ts';

/** Paid in whatever way, and the machine has given at least a part of it. Hidden and refunded ones were played too. */
export const readFirstPlay: Handler<typeof ordersContract.readFirstPlay> = async ({ db, session }) => {
  const order = rows(session.scope, orders);
  const [found] = await db.read
    .select({ id: order.id })
    .from(order)
    .where(
      and(
        // as the index of what was settled has it
        eq(order.settlesTo, 'earnings'),
        isNotNull(order.settledAt),
        isNotNull(order.deviceId),
        gt(order.fulfilledAmount, 0),
      ),
    )
    .limit(1);
  return { played: found !== undefined };
};
