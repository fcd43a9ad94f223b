import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { giftsContract } from '../contract.ts';
import { pageMovements, sumByDevice } from './movement-queries.ts';

type Contract = Pick<typeof giftsContract, 'listMovements' | 'giftStatistics'>;

export const movementHandlers: Handlers<Contract> = {
  async listMovements({ db, session }, input) {
    const page = await pageMovements(db.read, session.scope, input);
    return mapPage(page, (row) => ({ ...row, giftName: row.giftName ?? '' }));
  },

  giftStatistics: ({ db, session }, input) => sumByDevice(db.read, session.scope, input),
};
