import { and, eq, or, sql } from 'drizzle-orm';
import type { OwnDataKeeper } from '#features/base/players/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import { platformScope } from '#kit/server/scope.ts';
import { find, rows, update } from '#kit/server/tables.ts';
import { freePlays, freePlayUses, members, oldPlayers } from '../tables.ts';

/** Figures stay when a player leaves; what staff wrote about the person does not. */
export const membersOwnData: OwnDataKeeper = {
  name: 'member',
  read: (reader, playerId) => find(reader, platformScope, members, { id: playerId }),
  async forget(tx, playerId) {
    // those that were joined to the player too
    await update(
      tx,
      platformScope,
      members,
      ({ id, joinedTo }) => or(eq(id, playerId), eq(joinedTo, playerId)),
      { note: '', tags: [] },
    );
    await update(
      tx,
      platformScope,
      oldPlayers,
      { playerId },
      { phone: sql`'deleted ' || id`, name: '', note: '' },
    );
  },
};

/** Which plays were free: the uses name the gift, and not the player. */
export const freePlayUsesOwnData: OwnDataKeeper = {
  name: 'free_play_use',
  async read(reader, playerId) {
    const gift = rows(platformScope, freePlays);
    const use = rows(platformScope, freePlayUses);
    return reader
      .select({
        ...pick(use, 'freePlayId', 'orderId', 'usedAt', 'plays', 'givenBack'),
      })
      .from(use)
      .innerJoin(gift, and(eq(gift.tenantId, use.tenantId), eq(gift.id, use.freePlayId)))
      .where(eq(gift.playerId, playerId))
      .orderBy(use.usedAt);
  },
};
