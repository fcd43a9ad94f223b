import { siteIdsOf } from '#features/accounts/server/public.ts';
import {
  countDevicesBySite,
  type DeviceSummary,
  listDevicesBySite,
} from '#features/devices/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import type { sitesContract } from '../contract.ts';
import { type SiteRow, selectAllSites } from './queries.ts';
import { toSiteRecord } from './site-record.ts';

/** What the caller sees of the sites an account works with: the platform and agents run no sites of their own. */
async function sitesOfUser(context: StaffContext, userId: string | undefined): Promise<SiteRow[]> {
  const { session } = context;
  if (session.realm !== 'merchant') return [];
  const siteIds =
    userId === undefined || userId === session.userId
      ? null
      : await siteIdsOf(context.db.read, session.scope, userId);
  if (siteIds === undefined) throw missing();
  return selectAllSites(context.db.read, session.scope, siteIds ?? undefined);
}

const flagOf = (row: SiteRow) => (row.enabled ? 1 : 0);

export const listUserSites: Handler<typeof sitesContract.listUserSites> = async (context, { userId }) => {
  const list = await sitesOfUser(context, userId);
  return list.map((row) => ({ ...row, ifEnable: flagOf(row) }));
};

export const listUserSiteDetails: Handler<typeof sitesContract.listUserSiteDetails> = async (
  context,
  { userId },
) => {
  const [list, deviceCounts] = await Promise.all([
    sitesOfUser(context, userId),
    countDevicesBySite(context.db.read, context.session.scope),
  ]);
  return list.map((row) => toSiteRecord(row, deviceCounts.get(row.id) ?? 0, context.language));
};

export const countUserSiteDevices: Handler<typeof sitesContract.countUserSiteDevices> = async (
  context,
  { userId },
) => {
  const list = await sitesOfUser(context, userId);
  if (list.length === 0) return [];
  const deviceCounts = await countDevicesBySite(context.db.read, context.session.scope);
  return list.map((row) => ({
    fieldId: row.id,
    fieldName: row.name,
    type: row.type,
    ifEnable: flagOf(row),
    isDefault: row.isDefault,
    equipmentNumber: deviceCounts.get(row.id) ?? 0,
  }));
};

const toDevice = ({ id, code, number, name, type }: DeviceSummary) => ({
  equipmentId: id,
  code,
  number,
  name,
  type,
});

export const listUserSiteDevices: Handler<typeof sitesContract.listUserSiteDevices> = async (
  context,
  { userId },
) => {
  const [list, devices] = await Promise.all([
    sitesOfUser(context, userId),
    listDevicesBySite(context.db.read, context.session.scope),
  ]);
  return list.map((row) => {
    const here = devices.get(row.id) ?? [];
    return {
      fieldId: row.id,
      fieldName: row.name,
      equipmentList: here.map(toDevice),
      exchangeList: here.filter((device) => device.type === 'exchange').map(toDevice),
    };
  });
};
