import { invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Handlers } from '#kit/server/context.ts';
import { insertOwn, removeOwn, updateOwn } from '#kit/server/player-tables.ts';
import { type addressesContract, mostAddresses } from '../contract/addresses.ts';
import { playerAddresses } from '../tables.ts';
import { holdAddresses, ownAddresses } from './address-queries.ts';

export const addressHandlers: Handlers<typeof addressesContract> = {
  listAddresses: ({ db, session }) => ownAddresses(db.read, session.scope),

  async saveAddress({ db, session, clock }, { id, ...fields }) {
    const { scope } = session;
    const usedAt = clock.now();
    return db.transaction(async (tx) => {
      if (id) {
        const [changed] = await updateOwn(tx, scope, playerAddresses, { id }, { ...fields, usedAt });
        if (!changed) throw missing('players:error.gone');
        return { id };
      }
      await holdAddresses(tx, scope);
      if ((await ownAddresses(tx, scope)).length >= mostAddresses)
        throw invalid('players:error.tooMany', { most: mostAddresses });
      const added = { ...fields, id: newId(usedAt.getTime()), createdAt: usedAt, usedAt };
      await insertOwn(tx, scope, playerAddresses, added);
      return { id: added.id };
    });
  },

  async removeAddress({ db, session }, { id }) {
    await db.transaction(async (tx) => {
      const [gone] = await removeOwn(tx, session.scope, playerAddresses, { id });
      if (!gone) throw missing('players:error.gone');
    });
  },
};
