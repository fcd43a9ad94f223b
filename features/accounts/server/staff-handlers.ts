import { and, eq } from 'drizzle-orm';
import { siteNames } from '#features/sites/server/public.ts';
import { invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { orderBy, selectPage } from '#kit/server/paging.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { type UserType, userTypes } from '#kit/server/session.ts';
import { recentLog } from './operation-log.ts';
import { newPasswordColumns, type PasswordColumns } from './password-wire.ts';
import { changeSessions, type Touch } from './session-changes.ts';
import { revokeSessions } from './sessions.ts';
import { assertMayManage, judgeAssignment, mayManage, type SiteChoice } from './staff-rules.ts';
import {
  countUsers,
  findUser,
  insertUser,
  keywordCondition,
  lockUser,
  replaceSites,
  selectUsers,
  type UserFilter,
  type UserWithRole,
  updateUser,
} from './user-queries.ts';
import { assertNamesFree, presentUser } from './user-rules.ts';

export const ownTenant = (context: StaffContext) => tenantScope(context.session.tenantId);

interface UserPage {
  current: number;
  size: number;
  sort?: 'createdAt' | 'name' | 'account' | 'lastLoginAt';
  order?: 'asc' | 'desc';
  keyword?: string;
  roleId?: string;
  enabled?: boolean;
  userType?: number;
}

export async function pageUsers(context: StaffContext, input: UserPage) {
  const scope = ownTenant(context);
  const reader = context.db.read;
  const where: UserFilter['where'] = (user) =>
    and(
      keywordCondition(user, input.keyword),
      input.roleId ? eq(user.roleId, input.roleId) : undefined,
      input.enabled === undefined ? undefined : eq(user.enabled, input.enabled),
      input.userType === undefined ? undefined : eq(user.userType, input.userType as UserType),
    );
  const page = await selectPage(
    input,
    (window) =>
      selectUsers(reader, scope, {
        ...window,
        where,
        orderBy: (user) =>
          orderBy(
            input,
            {
              createdAt: user.createdAt,
              name: user.name,
              account: user.account,
              lastLoginAt: user.lastLoginAt,
            },
            { sort: 'createdAt', order: 'desc' },
            user.id,
          ),
      }),
    () => countUsers(reader, scope, where),
  );
  return { ...page, records: page.records.map(presentUser) };
}

export const listStaff = (context: StaffContext, input: UserPage) =>
  pageUsers(context, { ...input, userType: userTypes.staff });

/** Franchisees and owners have screens of their own. */
export async function findStaff(
  context: StaffContext,
  reader: Parameters<typeof findUser>[0],
  id: string,
): Promise<UserWithRole> {
  const found = await findUser(reader, ownTenant(context), id);
  if (found?.user.userType !== userTypes.staff) throw missing();
  return found;
}

export async function staffDetail(context: StaffContext, input: { id: string }) {
  const found = await findStaff(context, context.db.read, input.id);
  const [names, log] = await Promise.all([
    siteNames(context.db.read, ownTenant(context), found.siteIds),
    recentLog(context, found.user.id),
  ]);
  return {
    ...presentUser(found),
    lastLoginAddress: found.user.lastLoginAddress,
    editable: mayManage(context.session, found),
    sites: found.siteIds.flatMap((id) => {
      const name = names.get(id);
      return name === undefined ? [] : [{ id, name }];
    }),
    recentLog: log,
  };
}

export interface StaffInput extends SiteChoice {
  id?: string;
  account: string;
  name: string;
  realName?: string;
  phone?: string;
  roleId: string;
  password?: string;
  enabled: boolean;
}

const logged = (user: UserWithRole['user'], roleTitle: string, sites: SiteChoice) => ({
  account: user.account,
  name: user.name,
  realName: user.realName,
  phone: user.phone,
  role: roleTitle,
  enabled: user.enabled,
  allSites: sites.allSites,
  siteIds: sites.siteIds,
});

async function createStaff(tx: Tx, context: StaffContext, input: StaffInput, password: PasswordColumns) {
  const { session } = context;
  const { role, ...sites } = await judgeAssignment(tx, session, input);
  await assertNamesFree(tx, input);
  const user = await insertUser(tx, session.tenantId, {
    id: newId(),
    createdAt: context.clock.now(),
    account: input.account,
    name: input.name,
    realName: input.realName ?? '',
    phone: input.phone || null,
    userType: userTypes.staff,
    roleId: role.id,
    allSites: sites.allSites,
    enabled: input.enabled,
    ...password,
  });
  await replaceSites(tx, session.tenantId, user.id, sites.siteIds);
  await audit(tx, context, {
    action: 'accounts.createStaff',
    entity: 'user',
    entityId: user.id,
    label: user.name,
    after: logged(user, role.title, sites),
  });
  return user.id;
}

async function changeStaff(
  tx: Tx,
  context: StaffContext,
  id: string,
  input: StaffInput,
  password: PasswordColumns | undefined,
) {
  const { session } = context;
  await lockUser(tx, session.tenantId, id);
  const old = await findStaff(context, tx, id);
  assertMayManage(session, old);
  const { role, ...sites } = await judgeAssignment(tx, session, input);
  await assertNamesFree(tx, input, id);
  const user = await updateUser(tx, session.tenantId, id, {
    account: input.account,
    name: input.name,
    ...(input.realName === undefined ? {} : { realName: input.realName }),
    ...(input.phone === undefined ? {} : { phone: input.phone || null }),
    roleId: role.id,
    allSites: sites.allSites,
    enabled: input.enabled,
    ...password,
  });
  await replaceSites(tx, session.tenantId, id, sites.siteIds);
  if (password) await revokeSessions(tx, old.user, context.clock.now());
  await audit(tx, context, {
    action: 'accounts.updateStaff',
    entity: 'user',
    entityId: id,
    label: input.name,
    before: logged(old.user, old.roleTitle, { allSites: old.user.allSites, siteIds: old.siteIds }),
    after: logged(user!, role.title, sites),
  });
}

export async function saveStaff(context: StaffContext, input: StaffInput) {
  const { id } = input;
  if (!id && !input.password) throw invalidField('password', 'kit:validation.required');
  const password = input.password
    ? await newPasswordColumns(context.services, 'password', input.password, context.clock.now())
    : undefined;
  return changeSessions(context.db, async (tx, touch) => {
    if (!id) return { id: await createStaff(tx, context, input, password!) };
    await changeStaff(tx, context, id, input, password);
    await touch('user', id);
    return { id };
  });
}

interface StaffPatch {
  id: string;
  name?: string;
  realName?: string;
  roleId?: string;
  enabled?: boolean;
}

/** The fields given are laid over the account as it is; the rules are those of a whole change. */
async function patchStaff(tx: Tx, touch: Touch, context: StaffContext, input: StaffPatch): Promise<void> {
  const { user, siteIds } = await findStaff(context, tx, input.id);
  const roleId = input.roleId ?? user.roleId;
  if (!roleId) throw invalidField('roleId', 'kit:validation.required');
  const merged: StaffInput = {
    account: user.account,
    name: input.name ?? user.name,
    realName: input.realName,
    roleId,
    enabled: input.enabled ?? user.enabled,
    allSites: user.allSites,
    siteIds,
  };
  await changeStaff(tx, context, input.id, merged, undefined);
  await touch('user', input.id);
}

export async function updateStaff(context: StaffContext, input: StaffPatch) {
  await changeSessions(context.db, (tx, touch) => patchStaff(tx, touch, context, input));
  return {};
}

/** The account is closed and its names become free; its row stays for the log and past records. */
export async function closeAccount(tx: Tx, context: StaffContext, target: UserWithRole): Promise<void> {
  const { user } = target;
  const now = context.clock.now();
  await revokeSessions(tx, user, now);
  await replaceSites(tx, user.tenantId, user.id, []);
  await updateUser(tx, user.tenantId, user.id, { enabled: false, removedAt: now, roleId: null });
}

export async function removeStaff(context: StaffContext, input: { ids: string[] }) {
  await changeSessions(context.db, async (tx, touch) => {
    for (const id of [...new Set(input.ids)].sort()) {
      await lockUser(tx, context.session.tenantId, id);
      const target = await findStaff(context, tx, id);
      assertMayManage(context.session, target);
      await closeAccount(tx, context, target);
      await audit(tx, context, {
        action: 'accounts.removeStaff',
        entity: 'user',
        entityId: id,
        label: target.user.name,
        before: { account: target.user.account, name: target.user.name, role: target.roleTitle },
      });
      await touch('user', id);
    }
  });
  return {};
}

/** Used by the family's standard clients, which give one role to many accounts. */
export async function grantRoles(context: StaffContext, input: { userIds: string[]; roleIds: string[] }) {
  await changeSessions(context.db, async (tx, touch) => {
    for (const id of [...new Set(input.userIds)].sort())
      await patchStaff(tx, touch, context, { id, roleId: input.roleIds[0]! });
  });
  return {};
}
