import { conflict, forbidden, invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { TreeNode } from '../contract/shared.ts';
import type { RoleNode } from '../contract/staff.ts';
import { countInvitations } from './invitations.ts';
import { isGroupNode } from './menu-tree.ts';
import { assertKnownKeys, assertMayGive, holdsAll } from './rights.ts';
import {
  countHolders,
  deleteRole,
  findRole,
  insertRole,
  lockRoles,
  type RoleRow,
  selectRoles,
  updateRole,
} from './role-queries.ts';
import { changeSessions } from './session-changes.ts';
import { ownTenant } from './staff.ts';
import { treeOf } from './tree.ts';

const franchiseeAlias = 'franchisee';

export async function listRoles(context: StaffContext, input: { roleName?: string }): Promise<RoleNode[]> {
  const scope = ownTenant(context);
  const [all, holders] = await Promise.all([
    selectRoles(context.db.read, scope),
    countHolders(context.db.read, scope),
  ]);
  const wanted = input.roleName?.toLowerCase();
  const found = wanted ? all.filter((role) => role.title.toLowerCase().includes(wanted)) : all;
  return treeOf(
    found.map((role) => ({
      id: role.id,
      tenantId: role.tenantId,
      parentId: role.parentId ?? '0',
      roleName: role.title,
      roleAlias: role.alias,
      sort: role.sort,
      userCount: holders.get(role.id) ?? 0,
      permissionCount: role.permissions.length,
    })),
  );
}

export async function roleTree(context: StaffContext): Promise<TreeNode[]> {
  const all = await selectRoles(context.db.read, ownTenant(context));
  const parents = new Set(all.map((role) => role.parentId));
  return treeOf(
    all.map((role) => ({
      id: role.id,
      parentId: role.parentId ?? '0',
      title: role.title,
      key: role.id,
      value: role.id,
      hasChildren: parents.has(role.id),
    })),
  );
}

export async function roleDetail(context: StaffContext, input: { id: string }) {
  const scope = ownTenant(context);
  const role = await findRole(context.db.read, scope, input.id);
  if (!role) throw missing();
  const holders = await countHolders(context.db.read, scope);
  return {
    id: role.id,
    tenantId: role.tenantId,
    parentId: role.parentId ?? '0',
    roleName: role.title,
    roleAlias: role.alias,
    sort: role.sort,
    permissions: role.permissions,
    userCount: holders.get(role.id) ?? 0,
    editable: holdsAll(context.session, role.permissions),
  };
}

/** A role is changed by those who hold all of it, and filled with what they hold. */
function judgeKeys(context: StaffContext, old: readonly string[], next: readonly string[]): string[] {
  const { session, services } = context;
  if (!holdsAll(session, old)) throw forbidden('accounts:error.mightier');
  const keys = [...new Set(next)].sort();
  assertKnownKeys(services.features, session.realm, keys);
  assertMayGive(session, keys);
  return keys;
}

async function judgeParent(
  tx: Tx,
  context: StaffContext,
  id: string,
  parentId: string | undefined,
): Promise<string | null> {
  if (!parentId || parentId === '0') return null;
  const parents = new Map(
    (await selectRoles(tx, ownTenant(context))).map((role) => [role.id, role.parentId] as const),
  );
  if (!parents.has(parentId)) throw invalidField('parentId', 'accounts:error.unknownRole');
  for (let above: string | null | undefined = parentId; above; above = parents.get(above))
    if (above === id) throw invalidField('parentId', 'accounts:error.roleCircle');
  return parentId;
}

interface RoleInput {
  id?: string;
  roleName: string;
  sort: number;
  parentId?: string;
  permissions?: string[];
}

async function assertTitleFree(
  tx: Tx,
  context: StaffContext,
  title: string,
  exceptId?: string,
): Promise<void> {
  const all = await selectRoles(tx, ownTenant(context));
  const taken = all.some((role) => role.id !== exceptId && role.title.toLowerCase() === title.toLowerCase());
  if (taken) throw invalidField('roleName', 'accounts:error.roleTitleTaken');
}

const logged = (role: Pick<RoleRow, 'title' | 'permissions' | 'sort'>) => ({
  title: role.title,
  sort: role.sort,
  permissions: role.permissions,
});

export async function saveRole(context: StaffContext, input: RoleInput) {
  const scope = ownTenant(context);
  const id = input.id ?? newId();
  await changeSessions(context.db, async (tx, touch) => {
    const [old] = input.id ? await lockRoles(tx, scope, [input.id]) : [];
    if (input.id && !old) throw missing();
    const permissions = judgeKeys(
      context,
      old?.permissions ?? [],
      input.permissions ?? old?.permissions ?? [],
    );
    await assertTitleFree(tx, context, input.roleName, id);
    const parentId =
      input.parentId === undefined && old ? old.parentId : await judgeParent(tx, context, id, input.parentId);
    const values = { title: input.roleName, sort: input.sort, parentId, permissions };
    if (old) await updateRole(tx, scope, id, values);
    else await insertRole(tx, scope, { id, createdAt: context.clock.now(), ...values });
    await audit(tx, context, {
      ...(old ? { action: 'accounts.updateRole' } : { action: 'accounts.createRole' }),
      entity: 'role',
      entityId: id,
      label: input.roleName,
      before: old && logged(old),
      after: logged(values),
    });
    if (old) await touch('role', id);
  });
  return { id };
}

/** Replaces all rights of the roles; nodes that only group rights in the tree are left out. */
export async function grantRole(context: StaffContext, input: { roleIds: string[]; menuIds: string[] }) {
  const scope = ownTenant(context);
  const wanted = input.menuIds.filter((id) => !isGroupNode(id));
  await changeSessions(context.db, async (tx, touch) => {
    const found = await lockRoles(tx, scope, input.roleIds);
    if (found.length < new Set(input.roleIds).size) throw missing();
    for (const role of found) {
      const permissions = judgeKeys(context, role.permissions, wanted);
      await updateRole(tx, scope, role.id, { permissions });
      await audit(tx, context, {
        action: 'accounts.updateRole',
        entity: 'role',
        entityId: role.id,
        label: role.title,
        before: { permissions: role.permissions },
        after: { permissions },
      });
      await touch('role', role.id);
    }
  });
  return {};
}

export async function removeRoles(context: StaffContext, input: { ids: string[] }) {
  const scope = ownTenant(context);
  const now = context.clock.now();
  await context.db.transaction(async (tx) => {
    const found = await lockRoles(tx, scope, input.ids);
    if (found.length < new Set(input.ids).size) throw missing();
    const holders = await countHolders(tx, scope);
    const all = await selectRoles(tx, scope);
    for (const role of found) {
      if (role.alias === franchiseeAlias) throw invalid('accounts:error.roleBuiltIn');
      if (!holdsAll(context.session, role.permissions)) throw forbidden('accounts:error.mightier');
      if ((holders.get(role.id) ?? 0) > 0) throw conflict('accounts:error.roleInUse', { title: role.title });
      if ((await countInvitations(tx, scope, { state: 'open', roleId: role.id, now })) > 0)
        throw conflict('accounts:error.roleInvited', { title: role.title });
      if (all.some((other) => other.parentId === role.id && !input.ids.includes(other.id)))
        throw conflict('accounts:error.roleHasChildren', { title: role.title });
    }
    // Lower ones first, because the one above is referred to.
    const depth = (role: RoleRow): number =>
      role.parentId ? 1 + depth(all.find((other) => other.id === role.parentId)!) : 0;
    for (const role of [...found].sort((a, b) => depth(b) - depth(a))) {
      await deleteRole(tx, scope, role.id);
      await audit(tx, context, {
        action: 'accounts.removeRole',
        entity: 'role',
        entityId: role.id,
        label: role.title,
        before: logged(role),
      });
    }
  });
  return {};
}

export async function roleTreeKeys(context: StaffContext, input: { roleIds: string[] }) {
  const wanted = new Set(input.roleIds);
  const all = await selectRoles(context.db.read, ownTenant(context));
  const keys = all.filter((role) => wanted.has(role.id)).flatMap((role) => role.permissions);
  return { menu: [...new Set(keys)], dataScope: [], apiScope: [] };
}
