import { sql } from 'drizzle-orm';
import { siteNames, siteTerms } from '#features/base/sites/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { changeRow, subjectOf } from '#kit/server/change.ts';
import type { Handlers } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find } from '#kit/server/tables.ts';
import type { pointsStoreCalls } from '../contract/points-store.ts';
import { pointsStores } from '../tables.ts';
import { changePrices } from './price-versions.ts';

interface Place {
  tenantId: string;
  siteId: string;
}
type OwnStore = (reader: Reader, place: Place) => Promise<string | null>;

const ownStores = new WeakMap<Services, OwnStore>();

/** The page of ours that takes points at a site, where it is open. Called from a feature's `start`. */
export function registerPointsStore(services: Services, store: OwnStore): void {
  ownStores.set(services, store);
}

/** Where points of a site are spent: the merchant's address elsewhere, or a page of ours; null: nowhere. */
export async function pointsStoreOf(
  services: Services,
  reader: Reader,
  place: Place,
): Promise<string | null> {
  const { tenantId, siteId } = place;
  const [found] = await find(reader, tenantScope(tenantId), pointsStores, { id: siteId });
  return found?.url ?? (await ownStores.get(services)?.(reader, place)) ?? null;
}

export const pointsStoreHandlers: Handlers<typeof pointsStoreCalls> = {
  async readPointsStore({ db, services }, { fieldId: siteId }) {
    const site = await siteTerms(db.read, platformScope, siteId);
    if (!site) throw missing();
    const url = await pointsStoreOf(services, db.read, { tenantId: site.tenantId, siteId });
    // who asks here may stand elsewhere: a page of ours is named whole
    return { url: url && new URL(url, services.publicBase()).href };
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
  },
};
