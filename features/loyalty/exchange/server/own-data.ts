import { eq } from 'drizzle-orm';
import type { OwnDataKeeper } from '#features/base/players/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { findOwn, updateOwn } from '#kit/server/player-tables.ts';
import { playerScope } from '#kit/server/scope.ts';
import { exchangeOrders } from '../tables.ts';
import { linesOfAll } from './exchange-queries.ts';

/** Whoever goes is written down nowhere as a receiver; what is still to be fetched or sent is decided before. */
export const exchangeOwnData: OwnDataKeeper = {
  name: 'exchangedGoods',
  // the exchanges themselves are in the file already: they name the player
  async read(reader, playerId) {
    const orders = await findOwn(reader, playerScope(playerId), exchangeOrders, {});
    const lines = await linesOfAll(reader, orders);
    return lines.map(({ tenantId: _, ...line }) => line);
  },
  async mayLeave(tx, playerId) {
    const waiting = await findOwn(tx, playerScope(playerId), exchangeOrders, { state: 'ready' });
    if (waiting.length > 0) throw conflict('exchange:error.underWay');
  },
  async forget(tx, playerId) {
    await updateOwn(tx, playerScope(playerId), exchangeOrders, ({ way }) => eq(way, 'ship'), {
      receiver: '',
      phone: '',
      address: '',
    });
  },
};
