import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { insert } from '#kit/server/tables.ts';
import type { sitesContract } from '../contract.ts';
import { sites } from '../tables.ts';
import { assertAllSites, ensureDefault, moveDefault } from './default-site.ts';
import { checkBusinessCategory, checkPoint, checkRegion, streetOf, tidyOpeningHours } from './site-rules.ts';

/** A new site stands behind those that were put in order by hand. */
const lastSort = 100;

export const createSite: Handler<typeof sitesContract.createSite> = async (context, input) => {
  const { scope } = context.session;
  assertAllSites(scope);
  const { isDefault, ifEnable = 1, ...fields } = input;
  const values = {
    ...fields,
    id: newId(),
    address: streetOf(fields.address, fields.regionCode),
    enabled: ifEnable === 1,
    openingHours: tidyOpeningHours(fields.openingHours ?? []),
    refundMode: fields.refundMode ?? 'manual',
    sort: fields.sort ?? lastSort,
    latitude: fields.latitude ?? null,
    longitude: fields.longitude ?? null,
  };
  checkRegion(values.regionCode);
  checkPoint(values.latitude, values.longitude);
  if (values.businessCategoryCode) checkBusinessCategory(values.businessCategoryCode);
  await context.db.transaction(async (tx) => {
    await insert(tx, scope, sites, values);
    if (isDefault) await moveDefault(tx, scope.tenantId, values.id);
    else await ensureDefault(tx, scope.tenantId);
    await audit(tx, context, {
      action: 'sites.create',
      entity: 'site',
      entityId: values.id,
      label: values.name,
      after: { ...values, isDefault },
    });
    await emit(tx, tenantTopic(scope.tenantId), 'site.changed', { id: values.id });
  });
  return { id: values.id };
};
