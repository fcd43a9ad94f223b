import type { TreeNode } from '#features/base/accounts/contract/shared.ts';
import type { RoleRow } from '#features/base/accounts/server/public.ts';
import type { ResultOf } from '#kit/contract/endpoint.ts';
import type { rolesContract } from '../contract/roles.ts';

const fieldsOf = (role: RoleRow, userCount: number) => ({
  id: role.id,
  tenantId: role.tenantId,
  parentId: role.parentId ?? '0',
  roleName: role.title,
  roleAlias: role.alias,
  sort: role.sort,
  userCount,
});

export const toRoleNode = (
  role: RoleRow,
  userCount: number,
): ResultOf<typeof rolesContract.listRoles>[number] => ({
  ...fieldsOf(role, userCount),
  permissionCount: role.permissions.length,
});

export const toRoleRecord = (
  role: RoleRow,
  userCount: number,
  editable: boolean,
): ResultOf<typeof rolesContract.roleDetail> => ({
  ...fieldsOf(role, userCount),
  permissions: role.permissions,
  editable,
});

/** To choose from. */
export const toRoleChoice = (role: RoleRow, hasChildren: boolean): TreeNode => ({
  id: role.id,
  parentId: role.parentId ?? '0',
  title: role.title,
  key: role.id,
  value: role.id,
  hasChildren,
});
