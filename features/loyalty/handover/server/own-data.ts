import { eq, inArray } from 'drizzle-orm';
import type { OwnDataKeeper } from '#features/base/players/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { findOwn, updateOwn } from '#kit/server/player-tables.ts';
import { playerScope } from '#kit/server/scope.ts';
import { handovers } from '../tables.ts';
import { linesOfAll } from './handover-queries.ts';

/** A player who leaves stands nowhere as a receiver; what is still to be fetched or sent is decided before. */
export const handoverOwnData: OwnDataKeeper = {
  name: 'goods',
  // the rows themselves are in the file already: they name the player
  async read(reader, playerId) {
    const own = await findOwn(reader, playerScope(playerId), handovers, {});
    const lines = await linesOfAll(reader, own);
    return lines.map(({ tenantId: _, ...line }) => line);
  },
  async mayLeave(tx, playerId) {
    const waiting = await findOwn(tx, playerScope(playerId), handovers, ({ state }) =>
      inArray(state, ['unpaid', 'ready', 'refunding']),
    );
    if (waiting.length > 0) throw conflict('handover:error.underWay');
  },
  async forget(tx, playerId) {
    await updateOwn(tx, playerScope(playerId), handovers, ({ way }) => eq(way, 'ship'), {
      receiver: '',
      phone: '',
      address: '',
    });
  },
};
