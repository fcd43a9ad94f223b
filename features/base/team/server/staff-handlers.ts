import { randomInt } from 'node:crypto';
import {
  changeSessions,
  forgiveAttempts,
  inOwnTenant,
  newPasswordColumns,
  ownTenant,
  passwordColumns,
  person,
  revokeSessions,
  shownSites,
  type Touch,
  toUserRecord,
} from '#features/base/accounts/server/public.ts';
import { siteNames } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import { changeRow } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import { userTypes } from '#kit/server/session.ts';
import type { staffContract } from '../contract/staff.ts';
import { pageAccounts } from './account-queries.ts';
import { changeStaff, closeAccount, createStaff, findOfType, lockOfType } from './change-staff.ts';
import { mayManage } from './judge-assignment.ts';
import { recentLog } from './log-queries.ts';
import { toLogRecord } from './log-records.ts';
import { siteText } from './staff-records.ts';
import { tellColleagues } from './tell-colleagues.ts';

type StaffInput = Omit<ParsedInputOf<typeof staffContract.saveStaff>, 'id'> & { id?: string };
type StaffPatch = ParsedInputOf<typeof staffContract.updateStaff>;

/** Without characters that are confused when read aloud. */
const alphabet = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKMNPQRSTUVWXYZ23456789';
const randomPassword = () => Array.from({ length: 12 }, () => alphabet[randomInt(alphabet.length)]).join('');

const eachOnce = (ids: readonly string[]) => [...new Set(ids)].sort();

async function saveStaff(context: StaffContext, { id, password: wire, ...fields }: StaffInput) {
  if (!id && !wire) throw invalidField('password', 'kit:validation.required');
  const password = wire
    ? await newPasswordColumns(context.services, 'password', wire, context.clock.now())
    : undefined;
  return changeSessions(context.db, async (tx, touch) => {
    if (!id) return { id: await createStaff(tx, context, fields, password!) };
    await changeStaff(tx, context, id, () => fields, password);
    await touch('user', id);
    return { id };
  });
}

/** The fields given are laid over the account as it is; the rules are those of a whole change. */
async function patchStaff(
  tx: Tx,
  touch: Touch,
  context: StaffContext,
  { id, ...given }: StaffPatch,
): Promise<void> {
  await changeStaff(tx, context, id, ({ user, siteIds }) => {
    const roleId = given.roleId ?? user.roleId;
    if (!roleId) throw invalidField('roleId', 'kit:validation.required');
    const { name = user.name, enabled = user.enabled, realName } = given;
    return { account: user.account, name, realName, roleId, enabled, allSites: user.allSites, siteIds };
  });
  await touch('user', id);
}

async function removeStaff(context: StaffContext, { ids }: { ids: string[] }) {
  await changeSessions(context.db, async (tx, touch) => {
    for (const id of eachOnce(ids)) {
      const target = await lockOfType(tx, context, id, userTypes.staff);
      await closeAccount(tx, context, target, 'accounts.removeStaff');
      await touch('user', id);
    }
  });
  return {};
}

export const staffHandlers: Handlers<typeof staffContract> = {
  async listStaff(context, input) {
    const page = await pageAccounts(context, input, userTypes.staff);
    return mapPage(page, (found) => ({
      ...toUserRecord(context, found),
      siteText: siteText(context, found),
    }));
  },

  async pageUsers(context, input) {
    const page = await pageAccounts(context, input);
    return mapPage(page, (found) => toUserRecord(context, found));
  },

  async staffDetail(context, { id }) {
    const found = await findOfType(context, context.db.read, id, userTypes.staff);
    const [names, log] = await Promise.all([
      siteNames(context.db.read, ownTenant(context), shownSites(context, found.siteIds)),
      recentLog(context, found.user.id),
    ]);
    const sites = found.siteIds.flatMap((siteId) => {
      const name = names.get(siteId);
      return name === undefined ? [] : [{ id: siteId, name }];
    });
    return {
      ...toUserRecord(context, found),
      siteText: siteText(
        context,
        found,
        sites.map(({ name }) => name),
      ),
      lastLoginAddress: found.user.lastLoginAddress,
      editable: mayManage(context.session, found),
      sites,
      recentLog: log.map((row) => toLogRecord(context, row)),
    };
  },

  saveStaff,
  submitUser: saveStaff,
  saveUser: saveStaff,
  updateUser: saveStaff,

  async updateStaff(context, input) {
    await changeSessions(context.db, (tx, touch) => patchStaff(tx, touch, context, input));
  },

  removeStaff,
  removeUsers: removeStaff,

  /** Used by the family's standard clients, which give one role to many accounts. */
  async grantRoles(context, { userIds, roleIds }) {
    await changeSessions(context.db, async (tx, touch) => {
      for (const id of eachOnce(userIds)) await patchStaff(tx, touch, context, { id, roleId: roleIds[0] });
    });
  },

  async resetStaffPasswords(context, { userIds }) {
    const now = context.clock.now();
    const fresh = await Promise.all(
      eachOnce(userIds).map(async (id) => {
        const password = randomPassword();
        return { id, password, columns: await passwordColumns(context.services, password, now) };
      }),
    );
    return changeSessions(context.db, async (tx, touch) => {
      const results: { id: string; account: string; password: string }[] = [];
      for (const { id, password, columns } of fresh) {
        const { user, roleTitle } = await lockOfType(tx, context, id, userTypes.staff);
        const action = 'accounts.resetStaffPassword';
        await changeRow(tx, inOwnTenant(context), person, { id, action }, () => ({
          ...columns,
          ownSince: now,
          setBy: context.session.userId,
        }));
        await tellColleagues(tx, context, 'changed', { name: user.name, role: roleTitle });
        await revokeSessions(tx, user, now);
        await forgiveAttempts(tx, context.services.secrets, [user.account, user.phone]);
        await touch('user', id);
        results.push({ id, account: user.account, password });
      }
      return results;
    });
  },
};
