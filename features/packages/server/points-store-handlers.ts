import { sql } from 'drizzle-orm';
import { siteNames, siteTerms } from '#features/sites/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { changeRow, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import type { pointsStoreCalls } from '../contract/points-store.ts';
import { pointsStores } from '../tables.ts';
import { changePrices } from './price-versions.ts';

/** Where points of a site are spent; null: nowhere yet. */
export async function pointsStoreOf(
  reader: Reader,
  { tenantId, siteId }: { tenantId: string; siteId: string },
): Promise<string | null> {
  const [found] = await find(reader, tenantScope(tenantId), pointsStores, { id: siteId });
  return found?.url ?? null;
}

export const pointsStoreHandlers: Handlers<typeof pointsStoreCalls> = {
  async readPointsStore({ db }, { fieldId: siteId }) {
    const site = await siteTerms(db.read, platformScope, siteId);
    if (!site) throw missing();
    return { url: await pointsStoreOf(db.read, { tenantId: site.tenantId, siteId }) };
  },

  async savePointsStore(context, { fieldId, url }) {
    const { scope, tenantId } = context.session;
    await changePrices(context, [fieldId], async (tx) => {
      await tx.execute(sql`
        insert into points_store (tenant_id, id) values (${tenantId}, ${fieldId}) on conflict do nothing`);
      const name = (await siteNames(tx, scope, [fieldId])).get(fieldId) ?? '';
      const store = subjectOf(pointsStores, { entity: 'site', label: () => name });
      await changeRow(tx, context, store, { id: fieldId, action: 'packages.setPointsStore' }, (row) =>
        row.url === url ? undefined : { url },
      );
    });
    return {};
  },
};
