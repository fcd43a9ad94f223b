import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { orders } from '../../tables.ts';
import type { OrderView } from '../order-types.ts';

/** Where a reading stood, as it was then: the order may be settled again meanwhile, and that must not move the reader. */
export interface SettledPlace {
  settledAt: Date;
  id: string;
}

export const placeOf = ({ settledAt, id }: OrderView): SettledPlace => ({ settledAt: settledAt as Date, id });

/**
 * What a site earned by orders, in the order in which it did; read on from the place of the last one. An order can only
 * move forward (a later delivery), so none is passed over.
 */
export async function listSettled(
  reader: Reader,
  scope: Scope,
  filter: { siteId: string; settledFrom: Date; settledTo: Date; after?: SettledPlace; limit: number },
): Promise<OrderView[]> {
  const order = rows(scope, orders);
  const { after } = filter;
  return reader
    .select()
    .from(order)
    .where(
      and(
        eq(order.settlesTo, 'earnings'),
        eq(order.unit, 'fen'),
        eq(order.siteId, filter.siteId),
        gte(order.settledAt, filter.settledFrom),
        lt(order.settledAt, filter.settledTo),
        after
          ? sql`(${order.settledAt}, ${order.id}) > (${after.settledAt.toISOString()}::timestamptz, ${after.id}::uuid)`
          : undefined,
      ),
    )
    .orderBy(asc(order.settledAt), asc(order.id))
    .limit(filter.limit);
}
