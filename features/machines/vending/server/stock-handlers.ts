import { businessDay } from '#kit/kernel/time.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { vendingContract } from '../contract.ts';
import { laneRecordsOf } from './lane-records.ts';
import { fillMovements, movePieces, unloadMovements } from './move-pieces.ts';
import { pageMovements } from './movement-queries.ts';
import { fillRoundLines } from './round-queries.ts';
import { pageStock } from './stock-queries.ts';
import { toStockRecord } from './stock-records.ts';
import { pageVisits, sumVisits } from './visit-queries.ts';

type Contract = Pick<
  typeof vendingContract,
  'listStock' | 'fillLanes' | 'unloadLanes' | 'listVisits' | 'listMovements'
>;

const nothingMoved = { laneNumber: 0, loaded: 0, taken: 0, lost: 0, lossFen: 0 };

export const stockHandlers: Handlers<Contract> = {
  async listStock({ db, session: { scope }, clock }, input) {
    const now = clock.now();
    const page = await pageStock(db.read, scope, input, businessDay(now));
    const lanes = await laneRecordsOf(db.read, scope, page.records, now);
    return mapPage(page, (row) => toStockRecord(row, lanes.get(row.deviceId) ?? []));
  },

  async listVisits({ db, session: { scope } }, input) {
    const page = await pageVisits(db.read, scope, input);
    const sums = await sumVisits(
      db.read,
      scope,
      page.records.map(({ id }) => id),
    );
    return mapPage(page, (visit) => ({ ...visit, ...(sums.get(visit.id) ?? nothingMoved) }));
  },

  listMovements: ({ db, session }, input) => pageMovements(db.read, session.scope, input),

  fillLanes: async (context, input) => ({
    filled: await movePieces(
      context,
      input,
      'vending.fill',
      ['load'],
      (work) => input.lanes.flatMap((entry) => fillMovements(work, entry, input.roundId)),
      async ({ tx, device }) => {
        if (input.roundId) await fillRoundLines(tx, context, input.roundId, device.deviceId, input.lanes);
      },
    ),
  }),

  unloadLanes: async (context, input) => ({
    taken: await movePieces(context, input, 'vending.unload', ['unload', 'loss'], (work) =>
      unloadMovements(work, input),
    ),
  }),
};
