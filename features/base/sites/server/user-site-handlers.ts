import { missing } from '#kit/kernel/errors.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { sitesContract } from '../contract.ts';
import { machinesOf, type SiteMachine, workplacesOf } from './hub.ts';
import { type SiteRow, selectAllSites } from './site-queries.ts';
import { toSiteRecord, wireState } from './site-records.ts';

type Contract = Pick<
  typeof sitesContract,
  'listUserSites' | 'listUserSiteDetails' | 'countUserSiteDevices' | 'listUserSiteDevices'
>;

/** What the caller sees of the sites an account works with: the platform and agents run no sites. */
async function sitesOfUser(context: StaffContext, userId: string | undefined): Promise<SiteRow[]> {
  const { session } = context;
  if (session.realm !== 'merchant') return [];
  const siteIds =
    userId === undefined || userId === session.userId
      ? null
      : await workplacesOf(context.services)(context.db.read, session.scope, userId);
  if (siteIds === undefined) throw missing();
  return selectAllSites(context.db.read, session.scope, siteIds ?? undefined);
}

const idsOf = (list: readonly SiteRow[]) => list.map(({ id }) => id);

const countMachines = ({ services, db, session }: StaffContext, list: readonly SiteRow[]) =>
  machinesOf(services).count(db.read, session.scope, idsOf(list));

const toDevice = ({ id, code, number, name, type }: SiteMachine) => ({
  equipmentId: id,
  code,
  number,
  name,
  type,
});

export const userSiteHandlers: Handlers<Contract> = {
  async listUserSites(context, { userId }) {
    const list = await sitesOfUser(context, userId);
    return list.map((row) => ({ ...row, ifEnable: wireState(row) }));
  },

  async listUserSiteDetails(context, { userId }) {
    const list = await sitesOfUser(context, userId);
    const deviceCounts = await countMachines(context, list);
    return list.map((row) => toSiteRecord(row, deviceCounts.get(row.id) ?? 0, context.language));
  },

  async countUserSiteDevices(context, { userId }) {
    const list = await sitesOfUser(context, userId);
    const deviceCounts = await countMachines(context, list);
    return list.map((row) => ({
      ...row,
      fieldId: row.id,
      fieldName: row.name,
      ifEnable: wireState(row),
      equipmentNumber: deviceCounts.get(row.id) ?? 0,
    }));
  },

  async listUserSiteDevices(context, { userId }) {
    const list = await sitesOfUser(context, userId);
    const devices = await machinesOf(context.services).list(
      context.db.read,
      context.session.scope,
      idsOf(list),
    );
    return list.map((row) => {
      const here = devices.get(row.id) ?? [];
      return {
        fieldId: row.id,
        fieldName: row.name,
        equipmentList: here.map(toDevice),
        exchangeList: here.filter(({ type }) => type === 'exchange').map(toDevice),
      };
    });
  },
};
