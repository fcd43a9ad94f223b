import type { OwnDataKeeper } from '#features/base/players/server/public.ts';
import { removeOwn } from '#kit/server/player-tables.ts';
import { playerScope } from '#kit/server/scope.ts';
import { cartLines } from '../tables.ts';

/** The lines of a cart are in the file already: they name the player. */
export const cartOwnData: OwnDataKeeper = {
  name: 'cart',
  read: async () => [],
  async forget(tx, playerId) {
    await removeOwn(tx, playerScope(playerId), cartLines, {});
  },
};
