import {
  assertKnownKeys,
  assertMayGive,
  changeSessions,
  countHolders,
  findRole,
  grantTreeOf,
  holdsAll,
  inOwnTenant,
  isGroupNode,
  jobRole,
  ownTenant,
  type RoleRow,
  selectRoles,
} from '#features/base/accounts/server/public.ts';
import { conflict, forbidden, invalid, invalidField, missing } from '#kit/kernel/errors.ts';
import { treeOf } from '#kit/kernel/tree.ts';
import { addRow, changeRow, changeRows, drop } from '#kit/server/change.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { rolesContract } from '../contract/roles.ts';
import { countOpenInvitations } from './invitation-queries.ts';
import { toRoleChoice, toRoleNode, toRoleRecord } from './role-records.ts';

const franchiseeAlias = 'franchisee';

/** A role is changed by those who hold all of it, and filled with what they hold. */
function judgeKeys(context: StaffContext, old: readonly string[], next: readonly string[]): string[] {
  const { session, services } = context;
  if (!holdsAll(session, old)) throw forbidden('accounts:error.mightier');
  const keys = [...new Set(next)].sort();
  assertKnownKeys(services.features, session.realm, keys);
  assertMayGive(services.features, session, keys);
  return keys;
}

/** `id` is missing for a role that is only being made. */
async function judgeParent(
  tx: Tx,
  context: StaffContext,
  id: string | undefined,
  parentId: string | undefined,
): Promise<string | null> {
  if (!parentId || parentId === '0') return null;
  const all = await selectRoles(tx, ownTenant(context));
  const parents = new Map(all.map((role) => [role.id, role.parentId]));
  if (!parents.has(parentId)) throw invalidField('parentId', 'accounts:error.unknownRole');
  for (let above: string | null | undefined = parentId; above; above = parents.get(above))
    if (above === id) throw invalidField('parentId', 'accounts:error.roleCircle');
  return parentId;
}

async function assertRemovable(tx: Tx, context: StaffContext, found: readonly RoleRow[]): Promise<void> {
  const scope = ownTenant(context);
  const [holders, all] = [await countHolders(tx, scope), await selectRoles(tx, scope)];
  const removed = new Set(found.map(({ id }) => id));
  for (const { id, title, alias, permissions } of found) {
    if (alias === franchiseeAlias) throw invalid('accounts:error.roleBuiltIn');
    if (!holdsAll(context.session, permissions)) throw forbidden('accounts:error.mightier');
    if (holders.has(id)) throw conflict('accounts:error.roleInUse', { title });
    if ((await countOpenInvitations(tx, scope, id, context.clock.now())) > 0)
      throw conflict('accounts:error.roleInvited', { title });
    if (all.some((other) => other.parentId === id && !removed.has(other.id)))
      throw conflict('accounts:error.roleHasChildren', { title });
  }
}

export const roleHandlers: Handlers<typeof rolesContract> = {
  async listRoles(context, { roleName }) {
    const scope = ownTenant(context);
    const [all, holders] = await Promise.all([
      selectRoles(context.db.read, scope),
      countHolders(context.db.read, scope),
    ]);
    const wanted = roleName?.toLowerCase() ?? '';
    const found = all.filter(({ title }) => title.toLowerCase().includes(wanted));
    return treeOf(found.map((role) => toRoleNode(role, holders.get(role.id) ?? 0)));
  },

  async roleTree(context) {
    const all = await selectRoles(context.db.read, ownTenant(context));
    const parents = new Set(all.map((role) => role.parentId));
    return treeOf(all.map((role) => toRoleChoice(role, parents.has(role.id))));
  },

  async roleDetail(context, { id }) {
    const scope = ownTenant(context);
    const role = await findRole(context.db.read, scope, { id });
    if (!role) throw missing();
    const holders = await countHolders(context.db.read, scope);
    return toRoleRecord(role, holders.get(id) ?? 0, holdsAll(context.session, role.permissions));
  },

  async saveRole(context, { id, roleName: title, sort, parentId, permissions }) {
    const own = inOwnTenant(context);
    return changeSessions(context.db, async (tx, touch) => {
      if (!id)
        return addRow(
          tx,
          own,
          jobRole,
          { action: 'accounts.createRole' },
          {
            createdAt: context.clock.now(),
            title,
            sort,
            parentId: await judgeParent(tx, context, undefined, parentId),
            permissions: judgeKeys(context, [], permissions ?? []),
          },
        );
      await changeRow(tx, own, jobRole, { id, action: 'accounts.updateRole' }, async (old) => ({
        title,
        sort,
        permissions: judgeKeys(context, old.permissions, permissions ?? old.permissions),
        parentId: parentId === undefined ? old.parentId : await judgeParent(tx, context, id, parentId),
      }));
      await touch('role', id);
      return { id };
    });
  },

  /** Replaces all rights of the roles; nodes that only group rights in the tree are left out. */
  async grantRole(context, { roleIds, menuIds }) {
    const wanted = menuIds.filter((id) => !isGroupNode(id));
    await changeSessions(context.db, async (tx, touch) => {
      const reference = { ids: roleIds, action: 'accounts.updateRole' };
      const changed = await changeRows(tx, inOwnTenant(context), jobRole, reference, (role) => ({
        permissions: judgeKeys(context, role.permissions, wanted),
      }));
      for (const { id } of changed) await touch('role', id);
    });
  },

  async removeRoles(context, { ids }) {
    await drop(inOwnTenant(context), jobRole, { ids, action: 'accounts.removeRole' }, (found, tx) =>
      assertRemovable(tx, context, found),
    );
  },

  /** Row scope follows from sites and organisations, and calls from their permission: neither is granted apart. */
  grantTree: async ({ services, session, language }) => ({
    menu: grantTreeOf(services.features, session, (key) => services.texts.say(language, key)),
    dataScope: [],
    apiScope: [],
  }),

  async roleTreeKeys(context, { roleIds }) {
    const wanted = new Set(roleIds);
    const all = await selectRoles(context.db.read, ownTenant(context));
    const keys = all.filter((role) => wanted.has(role.id)).flatMap((role) => role.permissions);
    return { menu: [...new Set(keys)], dataScope: [], apiScope: [] };
  },
};
