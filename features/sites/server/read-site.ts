import { countDevicesBySite } from '#features/devices/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Handler } from '#kit/server/context.ts';
import type { sitesContract } from '../contract.ts';
import { selectPublicSite, selectSite } from './queries.ts';
import { toSiteRecord } from './site-record.ts';

export const readSite: Handler<typeof sitesContract.readSite> = async (context, { id }) => {
  const { scope } = context.session;
  const [row, deviceCounts] = await Promise.all([
    selectSite(context.db.read, scope, id),
    countDevicesBySite(context.db.read, scope),
  ]);
  if (!row) throw missing();
  return toSiteRecord(row, deviceCounts.get(id) ?? 0, context.language);
};

export const readSiteState: Handler<typeof sitesContract.readSiteState> = async (context, { fieldId }) => {
  const row = await selectPublicSite(context.db.read, fieldId);
  if (!row) throw missing();
  return { ifEnable: row.enabled ? 1 : 0, fieldName: row.name, openingHours: row.openingHours };
};
