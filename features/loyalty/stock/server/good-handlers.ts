import { and, inArray, isNull } from 'drizzle-orm';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { changeMany, changeRows, drop } from '#kit/server/change.ts';
import { type Handlers, sayFor } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { type ColumnsOf, find, update } from '#kit/server/tables.ts';
import type { goodsContract } from '../contract/goods.ts';
import { goodVariants } from '../tables.ts';
import { lockClasses, selectClasses } from './class-handlers.ts';
import { findGood, pageGoods, stockedVariants, variantsOf } from './good-queries.ts';
import { toGoodRecord } from './good-records.ts';
import { assertClasses, goodSubject, saveGood } from './save-good.ts';

type Contract = Pick<
  typeof goodsContract,
  'listGoods' | 'readGood' | 'saveGood' | 'shelveGoods' | 'groupGoods' | 'removeGoods'
>;

export const goodHandlers: Handlers<Contract> = {
  async listGoods(context, input) {
    const { db, session, clock } = context;
    const now = clock.now();
    const [page, groups] = await Promise.all([
      pageGoods(db.read, session.scope, input, now),
      selectClasses(db.read, session.scope, 'group'),
    ]);
    const words = { say: sayFor(context), now };
    return mapPage(page, (good) => toGoodRecord(good, groups, words));
  },

  async readGood(context, { id }) {
    const { db, session, clock } = context;
    const [good, groups, variants] = await Promise.all([
      findGood(db.read, session.scope, id),
      selectClasses(db.read, session.scope, 'group'),
      variantsOf(db.read, session.scope, [id]),
    ]);
    if (!good) throw missing();
    return { ...toGoodRecord(good, groups, { say: sayFor(context), now: clock.now() }), variants };
  },

  saveGood: (context, input) => context.db.transaction((tx) => saveGood(tx, context, input)),

  async shelveGoods(context, { ids, onShelf }) {
    const action = onShelf ? 'stock.shelve' : 'stock.unshelve';
    await changeMany(context, goodSubject, { ids, action }, (before) =>
      before.onShelf === onShelf ? undefined : { onShelf },
    );
  },

  async groupGoods(context, { ids, groupIds }) {
    await context.db.transaction(async (tx) => {
      const { scope, tenantId } = context.session;
      const wanted = [...new Set(groupIds)];
      await lockClasses(tx, tenantId);
      await assertClasses(tx, scope, { groupIds: wanted });
      await changeRows(tx, context, goodSubject, { ids, action: 'stock.groupGoods' }, () => ({
        groupIds: wanted,
      }));
    });
  },

  async removeGoods(context, { ids }) {
    const { scope } = context.session;
    const set = { removedAt: context.clock.now() };
    await drop(context, goodSubject, { ids, action: 'stock.removeGood', set }, async (found, tx) => {
      const theirs = (row: ColumnsOf<typeof goodVariants>) =>
        and(inArray(row.goodId, ids), isNull(row.removedAt));
      // Held, so that nothing is received while they go.
      const variants = await find(tx, scope, goodVariants, theirs, 'update');
      const stocked = await stockedVariants(
        tx,
        scope,
        variants.map(({ id }) => id),
      );
      const full = variants.find(({ id }) => stocked.has(id));
      if (full)
        throw conflict('stock:error.goodStocked', {
          name: found.find(({ id }) => id === full.goodId)?.name ?? '',
        });
      await update(tx, scope, goodVariants, theirs, set);
    });
  },
};
