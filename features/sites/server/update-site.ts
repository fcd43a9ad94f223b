import { eq } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { update } from '#kit/server/tables.ts';
import type { sitesContract } from '../contract.ts';
import { sites } from '../tables.ts';
import { assertAllSites, moveDefault } from './default-site.ts';
import { lockDefault, lockSites, type SiteRow } from './queries.ts';
import { checkBusinessCategory, checkPoint, checkRegion, streetOf, tidyOpeningHours } from './site-rules.ts';

type UpdateInput = ParsedInputOf<typeof sitesContract.updateSite>;

function changesOf(input: UpdateInput, before: SiteRow) {
  const { id: _, isDefault: __, ifEnable, openingHours, ...fields } = input;
  if (fields.regionCode && fields.regionCode !== before.regionCode) checkRegion(fields.regionCode);
  if (fields.businessCategoryCode) checkBusinessCategory(fields.businessCategoryCode);
  const point = { latitude: before.latitude, longitude: before.longitude, ...defined(fields) };
  checkPoint(point.latitude, point.longitude);
  return {
    ...defined(fields),
    ...(fields.address ? { address: streetOf(fields.address, fields.regionCode ?? before.regionCode) } : {}),
    ...(ifEnable === undefined ? {} : { enabled: ifEnable === 1 }),
    ...(openingHours === undefined ? {} : { openingHours: tidyOpeningHours(openingHours) }),
  };
}

function defined<T extends object>(fields: T): T {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as T;
}

async function changeDefault(tx: Tx, context: StaffContext, before: SiteRow, wanted: boolean): Promise<void> {
  if (wanted === before.isDefault) return;
  if (!wanted) throw invalidField('isDefault', 'sites:error.defaultNeeded');
  assertAllSites(context.session.scope);
  await moveDefault(tx, before.tenantId, before.id);
}

async function change(context: StaffContext, input: UpdateInput, action: string): Promise<void> {
  const { scope } = context.session;
  await context.db.transaction(async (tx) => {
    // Before any row: two accounts that move the flag crosswise would else wait for each other.
    if (input.isDefault !== undefined) await lockDefault(tx, context.session.tenantId);
    const [before] = await lockSites(tx, scope, [input.id]);
    if (!before) throw missing();
    const changes = changesOf(input, before);
    if (input.isDefault !== undefined) await changeDefault(tx, context, before, input.isDefault);
    if (Object.keys(changes).length > 0)
      await update(tx, scope, sites, (site) => eq(site.id, input.id), changes);
    const after = { ...before, ...changes, isDefault: input.isDefault ?? before.isDefault };
    await audit(tx, context, {
      action,
      entity: 'site',
      entityId: before.id,
      label: after.name,
      before,
      after,
    });
    await emit(tx, tenantTopic(before.tenantId), 'site.changed', { id: before.id });
  });
}

export const updateSite: Handler<typeof sitesContract.updateSite> = async (context, input) => {
  await change(context, input, 'sites.update');
  return {};
};

export const setDefaultSite: Handler<typeof sitesContract.setDefaultSite> = async (context, { id }) => {
  await change(context, { id, isDefault: true }, 'sites.setDefault');
  return {};
};
