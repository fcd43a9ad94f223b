import { inArray } from 'drizzle-orm';
import { missing } from '#kit/kernel/errors.ts';
import { auditMany } from '#kit/server/audit.ts';
import type { Handlers } from '#kit/server/context.ts';
import { find, update } from '#kit/server/tables.ts';
import type { levelsContract } from '../contract/levels.ts';
import { stockLevels, stockStores } from '../tables.ts';
import { tellStores, variantNames } from './book-document.ts';
import { pageLevels, pageLines, pageVariants, sumLevels } from './level-queries.ts';

export const levelHandlers: Handlers<typeof levelsContract> = {
  listLevels: ({ db, session }, input) => pageLevels(db.read, session.scope, input),
  readTotals: ({ db, session }, { storeId }) => sumLevels(db.read, session.scope, storeId),
  listLines: ({ db, session }, input) => pageLines(db.read, session.scope, input),
  listVariants: ({ db, session }, input) => pageVariants(db.read, session.scope, input),

  setAlarm: (context, { ids, alarmThreshold }) =>
    context.db.transaction(async (tx) => {
      const { scope, tenantId } = context.session;
      const wanted = [...new Set(ids)];
      const levels = await find(tx, scope, stockLevels, (level) => inArray(level.id, wanted), 'update');
      const storeIds = [...new Set(levels.map(({ storeId }) => storeId))];
      const stores =
        storeIds.length > 0 ? await find(tx, scope, stockStores, (store) => inArray(store.id, storeIds)) : [];
      const siteOf = new Map(stores.map(({ id, siteId }) => [id, siteId]));
      // A level has no site: its store says whether the caller may see it.
      if (levels.length < wanted.length || levels.some(({ storeId }) => !siteOf.has(storeId)))
        throw missing();
      await update(tx, scope, stockLevels, (level) => inArray(level.id, wanted), { alarmThreshold });
      const changed = levels.filter((level) => level.alarmThreshold !== alarmThreshold);
      const names = await variantNames(
        tx,
        tenantId,
        changed.map(({ variantId }) => variantId),
      );
      await auditMany(
        tx,
        context,
        changed.map((level) => ({
          action: 'stock.setAlarm',
          entity: 'stockLevel',
          entityId: level.id,
          siteId: siteOf.get(level.storeId) ?? null,
          label: names.get(level.variantId) ?? '',
          before: { alarmThreshold: level.alarmThreshold },
          after: { alarmThreshold },
        })),
      );
      await tellStores(tx, tenantId, storeIds);
      return {};
    }),
};
