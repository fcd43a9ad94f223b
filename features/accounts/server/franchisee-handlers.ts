import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { siteNames } from '#features/sites/server/public.ts';
import { forbidden, invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { orderBy, pageOfArray, selectPage } from '#kit/server/paging.ts';
import { userTypes } from '#kit/server/session.ts';
import { rows } from '#kit/server/tables.ts';
import { accountSites, users } from '../tables.ts';
import { newPasswordColumns, type PasswordColumns } from './password-wire.ts';
import { assertMayGive } from './rights.ts';
import { findRoleByAlias } from './role-queries.ts';
import { changeSessions } from './session-changes.ts';
import { revokeSessions } from './sessions.ts';
import { closeAccount, ownTenant } from './staff.ts';
import { assertMayManage, judgeSites } from './staff-rules.ts';
import { lockTenant } from './tenant-queries.ts';
import {
  countUsers,
  findUser,
  insertUser,
  keywordCondition,
  replaceSites,
  selectUsers,
  type UserFilter,
  type UserWithRole,
  updateUser,
} from './user-queries.ts';
import { assertNamesFree, presentUser } from './user-rules.ts';

const wholeBasisPoints = 10_000;

const present = (found: UserWithRole) => ({
  ...presentUser(found),
  shareBasisPoints: found.user.shareBasisPoints,
  siteCount: found.siteIds.length,
});

async function findFranchisee(context: StaffContext, reader: Reader, id: string): Promise<UserWithRole> {
  const found = await findUser(reader, ownTenant(context), id);
  if (found?.user.userType !== userTypes.franchisee) throw missing();
  return found;
}

interface FranchiseePage {
  current: number;
  size: number;
  sort?: 'createdAt' | 'name' | 'shareBasisPoints';
  order?: 'asc' | 'desc';
  keyword?: string;
  enabled?: boolean;
}

export async function listFranchisees(context: StaffContext, input: FranchiseePage) {
  const scope = ownTenant(context);
  const reader = context.db.read;
  const where: UserFilter['where'] = (user) =>
    and(
      eq(user.userType, userTypes.franchisee),
      keywordCondition(user, input.keyword),
      input.enabled === undefined ? undefined : eq(user.enabled, input.enabled),
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
            { createdAt: user.createdAt, name: user.name, shareBasisPoints: user.shareBasisPoints },
            { sort: 'createdAt', order: 'desc' },
            user.id,
          ),
      }),
    () => countUsers(reader, scope, where),
  );
  return { ...page, records: page.records.map(present) };
}

export const franchiseeDetail = async (context: StaffContext, input: { id: string }) =>
  present(await findFranchisee(context, context.db.read, input.id));

export async function franchiseeStores(
  context: StaffContext,
  input: { id: string; current: number; size: number; order?: 'asc' | 'desc' },
) {
  const { siteIds } = await findFranchisee(context, context.db.read, input.id);
  const names = await siteNames(context.db.read, context.session.scope, siteIds);
  const stores = [...names].map(([id, name]) => ({ id, name }));
  stores.sort((a, b) => a.name.localeCompare(b.name, 'zh-CN') * (input.order === 'desc' ? -1 : 1));
  return pageOfArray(input, stores);
}

/** What one site earns is divided once: all enabled franchisees of it together stay within the whole. */
async function assertSharesFit(
  tx: Tx,
  context: StaffContext,
  franchisee: { id: string; shareBasisPoints: number; siteIds: readonly string[]; enabled: boolean },
): Promise<void> {
  if (franchisee.siteIds.length === 0 || !franchisee.enabled) return;
  // Two franchisees saved at once are judged one after the other.
  await lockTenant(tx, context.session.tenantId);
  const scope = ownTenant(context);
  const user = rows(scope, users);
  const link = rows(scope, accountSites);
  const taken = await tx
    .select({ siteId: link.siteId, total: sql<number>`sum(${user.shareBasisPoints})::int` })
    .from(link)
    .innerJoin(user, eq(user.id, link.userId))
    .where(
      and(
        inArray(link.siteId, [...franchisee.siteIds]),
        eq(user.userType, userTypes.franchisee),
        eq(user.enabled, true),
        isNull(user.removedAt),
        sql`${user.id} <> ${franchisee.id}`,
      ),
    )
    .groupBy(link.siteId);
  if (taken.some(({ total }) => total + franchisee.shareBasisPoints > wholeBasisPoints))
    throw invalidField('shareBasisPoints', 'accounts:error.siteShareTooHigh');
}

interface FranchiseeInput {
  id?: string;
  account: string;
  name: string;
  phone?: string;
  password?: string;
  shareBasisPoints: number;
  siteIds: string[];
  enabled: boolean;
}

const logged = (user: UserWithRole['user'], siteIds: readonly string[]) => ({
  account: user.account,
  name: user.name,
  phone: user.phone,
  shareBasisPoints: user.shareBasisPoints,
  enabled: user.enabled,
  siteIds,
});

async function saveOne(
  tx: Tx,
  context: StaffContext,
  input: FranchiseeInput,
  password: PasswordColumns | undefined,
): Promise<string> {
  const { session } = context;
  const old = input.id ? await findFranchisee(context, tx, input.id) : undefined;
  if (old) assertMayManage(session, old);
  const role = await findRoleByAlias(tx, ownTenant(context), 'franchisee');
  if (!old && role) assertMayGive(session, role.permissions);
  const { siteIds } = await judgeSites(tx, session, { allSites: false, siteIds: input.siteIds });
  const id = old?.user.id ?? newId();
  await assertNamesFree(tx, input, id);
  await assertSharesFit(tx, context, { ...input, id, siteIds });
  const fields = {
    account: input.account,
    name: input.name,
    ...(input.phone === undefined ? {} : { phone: input.phone || null }),
    shareBasisPoints: input.shareBasisPoints,
    enabled: input.enabled,
    ...password,
  };
  const user = old
    ? await updateUser(tx, session.tenantId, id, fields)
    : await insertUser(tx, session.tenantId, {
        id,
        createdAt: context.clock.now(),
        userType: userTypes.franchisee,
        roleId: role?.id ?? null,
        ...fields,
        ...password!,
      });
  await replaceSites(tx, session.tenantId, id, siteIds);
  if (old && password) await revokeSessions(tx, old.user, context.clock.now());
  await audit(tx, context, {
    ...(old ? { action: 'accounts.updateFranchisee' } : { action: 'accounts.createFranchisee' }),
    entity: 'user',
    entityId: id,
    label: input.name,
    before: old && logged(old.user, old.siteIds),
    after: logged(user!, siteIds),
  });
  return id;
}

/** Their part of the income is the merchant's to give: a franchisee who may edit others could raise a friend's. */
function assertNotFranchisee(context: StaffContext): void {
  if (context.session.userType === userTypes.franchisee) throw forbidden('accounts:error.mightier');
}

export async function saveFranchisee(context: StaffContext, input: FranchiseeInput) {
  assertNotFranchisee(context);
  if (!input.id && !input.password) throw invalidField('password', 'kit:validation.required');
  const password = input.password
    ? await newPasswordColumns(context.services, 'password', input.password, context.clock.now())
    : undefined;
  return changeSessions(context.db, async (tx, touch) => {
    const id = await saveOne(tx, context, input, password);
    if (input.id) await touch('user', id);
    return { id };
  });
}

export async function setFranchiseeEnabled(context: StaffContext, input: { id: string; enabled: boolean }) {
  assertNotFranchisee(context);
  await changeSessions(context.db, async (tx, touch) => {
    const target = await findFranchisee(context, tx, input.id);
    assertMayManage(context.session, target);
    const { user, siteIds } = target;
    await assertSharesFit(tx, context, {
      id: user.id,
      shareBasisPoints: user.shareBasisPoints,
      siteIds,
      enabled: input.enabled,
    });
    await updateUser(tx, user.tenantId, user.id, { enabled: input.enabled });
    await audit(tx, context, {
      action: 'accounts.updateFranchisee',
      entity: 'user',
      entityId: user.id,
      label: user.name,
      before: { enabled: user.enabled },
      after: { enabled: input.enabled },
    });
    await touch('user', user.id);
  });
  return {};
}

export async function removeFranchisees(context: StaffContext, input: { ids: string[] }) {
  assertNotFranchisee(context);
  if (input.ids.includes(context.session.userId)) throw invalid('accounts:error.notOneself');
  await changeSessions(context.db, async (tx, touch) => {
    for (const id of [...new Set(input.ids)].sort()) {
      const target = await findFranchisee(context, tx, id);
      assertMayManage(context.session, target);
      await closeAccount(tx, context, target);
      await audit(tx, context, {
        action: 'accounts.removeFranchisee',
        entity: 'user',
        entityId: id,
        label: target.user.name,
        before: logged(target.user, target.siteIds),
      });
      await touch('user', id);
    }
  });
  return {};
}
