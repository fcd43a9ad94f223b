import { forbidden, invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { userTypes } from '#kit/server/session.ts';
import type { cashierContract } from '../contract/cashier.ts';
import { cashierChanged } from '../contract/events.ts';
import {
  insertHandover,
  lockTakings,
  pageHandovers,
  pageTakings,
  selectHolders,
  type TakingRow,
  updateTakings,
} from './cashier-queries.ts';

/** Takings of one person that are still with them. Nobody counts their own cash, but for the owner, whose it is. */
async function takeOver(tx: Tx, { session }: StaffContext, ids: readonly string[]): Promise<TakingRow[]> {
  const found = await lockTakings(tx, session.scope, ids);
  if (found.length < new Set(ids).size) throw missing();
  if (found.some(({ state }) => state === 'confirmed')) throw invalid('coins:error.alreadyConfirmed');
  const people = new Set(found.map(({ userId }) => userId));
  if (people.size > 1) throw invalid('coins:error.severalPeople');
  if (people.has(session.userId) && session.userType !== userTypes.merchant)
    throw forbidden('coins:error.ownCash');
  return found;
}

/** Cash of several sites handed over at once is the business of those who see them all. */
function onlySite(takings: readonly TakingRow[]): string | null {
  const [first, ...others] = new Set(takings.map(({ siteId }) => siteId));
  return others.length > 0 ? null : (first ?? null);
}

export const cashierHandlers: Handlers<typeof cashierContract> = {
  listHolders: ({ db, session }) => selectHolders(db.read, session.scope),

  async listTakings({ db, session }, input) {
    return mapPage(await pageTakings(db.read, session.scope, input), ({ cash_taking: row, site }) => ({
      ...row,
      fieldId: row.siteId,
      fieldName: site?.name ?? null,
    }));
  },

  async confirmTakings(context, { ids, countedFen, remark = '' }) {
    const { session } = context;
    const { tenantId } = session;
    const now = context.clock.now();
    const id = newId(now.getTime());
    return context.db.transaction(async (tx) => {
      const takings = await takeOver(tx, context, ids);
      const expectedFen = takings.reduce((sum, { amountFen }) => sum + amountFen, 0);
      const [{ userId, userName }] = takings as [TakingRow];
      await insertHandover(tx, tenantId, {
        id,
        createdAt: now,
        userId,
        userName,
        cashierId: session.userId,
        cashierName: session.name,
        takings: takings.length,
        expectedFen,
        countedFen,
        remark,
      });
      await updateTakings(tx, tenantId, ids, { state: 'confirmed', rejectReason: null, handoverId: id });
      await audit(tx, context, {
        action: 'coins.confirmCash',
        entity: 'cashHandover',
        entityId: id,
        siteId: onlySite(takings),
        label: userName,
        after: { takings: takings.length, expectedFen, countedFen, remark },
      });
      await emit(tx, siteTopic(tenantId, ...takings.map(({ siteId }) => siteId)), cashierChanged, {});
      return { id, expectedFen, differenceFen: countedFen - expectedFen };
    });
  },

  async rejectTakings(context, { ids, reason }) {
    const { tenantId } = context.session;
    await context.db.transaction(async (tx) => {
      const takings = await takeOver(tx, context, ids);
      await updateTakings(tx, tenantId, ids, { state: 'rejected', rejectReason: reason });
      await audit(tx, context, {
        action: 'coins.rejectCash',
        entity: 'cashTaking',
        entityId: takings[0]!.id,
        siteId: onlySite(takings),
        label: takings[0]!.userName,
        after: { takings: takings.length, reason },
      });
      await emit(tx, siteTopic(tenantId, ...takings.map(({ siteId }) => siteId)), cashierChanged, {});
    });
  },

  async listHandovers({ db, session }, input) {
    return mapPage(await pageHandovers(db.read, session, input), (row) => ({
      ...row,
      differenceFen: row.countedFen - row.expectedFen,
    }));
  },
};
