import { and, asc, eq, inArray } from 'drizzle-orm';
import type { OwnDataKeeper } from '#features/base/players/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { findOwn, ownRows, removeOwn, updateOwn } from '#kit/server/player-tables.ts';
import { platformScope, playerScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { cartLines, goodsOrderLines, goodsOrders } from '../tables.ts';

/**
 * The lines of orders name no player by themselves. Goods that wait are given up by nobody by mistake; where others were
 * sent is forgotten with the player.
 */
export const goodsOwnData: OwnDataKeeper = {
  name: 'goods',
  read(reader, playerId) {
    const order = ownRows(playerScope(playerId), goodsOrders);
    const line = rows(platformScope, goodsOrderLines);
    return reader
      .select({
        orderNumber: order.orderNumber,
        name: line.name,
        variantName: line.variantName,
        pieces: line.pieces,
        unitFen: line.unitFen,
        amountFen: line.amountFen,
      })
      .from(line)
      .innerJoin(order, and(eq(order.tenantId, line.tenantId), eq(order.orderId, line.orderId)))
      .orderBy(asc(line.id));
  },
  async mayLeave(tx, playerId) {
    const scope = playerScope(playerId);
    const waiting = await findOwn(tx, scope, goodsOrders, ({ state }) =>
      inArray(state, ['unpaid', 'waiting', 'refunding']),
    );
    if (waiting.length > 0) throw conflict('shop:error.goodsWait');
  },
  async forget(tx, playerId) {
    const scope = playerScope(playerId);
    await removeOwn(tx, scope, cartLines, {});
    await updateOwn(tx, scope, goodsOrders, (order) => eq(order.playerId, playerId), { receiver: null });
  },
};
