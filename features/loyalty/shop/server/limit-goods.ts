import { and, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { ofSamePerson } from '#features/base/players/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdNames } from '#kit/server/hold-names.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { type Limited, overLimit } from '../rules/cart-rules.ts';
import { goodsOrderLines, goodsOrders } from '../tables.ts';

interface LimitedWish extends Limited {
  goodId: string;
  name: string;
  pieces: number;
}

/** Variants of one good count together. */
function byGood(wishes: readonly LimitedWish[]): LimitedWish[] {
  const sums = new Map<string, LimitedWish>();
  for (const wish of wishes) {
    const before = sums.get(wish.goodId);
    sums.set(wish.goodId, before ? { ...before, pieces: before.pieces + wish.pieces } : wish);
  }
  return [...sums.values()]
    .filter(({ perPlayer, perPlayerDay, perDay }) => (perPlayer ?? perPlayerDay ?? perDay) !== null)
    .toSorted((a, b) => (a.goodId < b.goodId ? -1 : 1));
}

/** Refuses what is above a limit of a good. Who wants the same limited good meanwhile waits until this order is there. */
export async function keepGoodsLimits(
  tx: Tx,
  { tenantId, playerId, day }: { tenantId: string; playerId: string; day: string },
  wishes: readonly LimitedWish[],
): Promise<void> {
  const limited = byGood(wishes);
  if (limited.length === 0) return;
  await holdNames(
    tx,
    'shop limit',
    limited.map(({ goodId }) => [tenantId, goodId]),
  );
  const scope = tenantScope(tenantId);
  const line = rows(scope, goodsOrderLines);
  const order = rows(scope, goodsOrders);
  const sumIf = (condition: SQL | undefined) =>
    sql<number>`coalesce(sum(${line.pieces}) filter (where ${condition}), 0)`.mapWith(Number);
  const taken = await tx
    .select({
      goodId: line.goodId,
      byPlayer: sumIf(ofSamePerson(order.playerId, playerId)),
      byPlayerToday: sumIf(and(ofSamePerson(order.playerId, playerId), eq(order.day, day))),
      onDay: sumIf(eq(order.day, day)),
    })
    .from(line)
    .innerJoin(order, and(eq(order.tenantId, line.tenantId), eq(order.orderId, line.orderId)))
    .where(
      and(
        inArray(
          line.goodId,
          limited.map(({ goodId }) => goodId),
        ),
        notInArray(order.state, ['givenUp', 'refunded']),
      ),
    )
    .groupBy(line.goodId);
  for (const { goodId, name, pieces, ...limits } of limited) {
    const known = taken.find((one) => one.goodId === goodId) ?? { byPlayer: 0, byPlayerToday: 0, onDay: 0 };
    const over = overLimit(pieces, limits, known);
    if (over) throw conflict(`shop:error.${over.why}`, { name, left: over.left });
  }
}
