import { z } from 'zod';
import { roleChanged, sessionChanged, staffChanged } from '#features/base/accounts/contract/events.ts';
import { rights, treeNode } from '#features/base/accounts/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import { id, ids, int, passedOver, text } from '#kit/contract/schemas.ts';

interface RoleShape {
  id: string;
  tenantId: string;
  parentId: string;
  roleName: string;
  roleAlias: string;
  sort: number;
  userCount: number;
  permissionCount: number;
  children?: RoleShape[];
}
const roleNode: z.ZodType<RoleShape, RoleShape> = z
  .object({
    id: z.string(),
    tenantId: z.string(),
    parentId: z.string(),
    roleName: z.string(),
    /** 'franchisee' is the built-in one: it can be changed, not removed */
    roleAlias: z.string(),
    sort: z.int(),
    userCount: z.int(),
    permissionCount: z.int(),
    get children() {
      return z.array(roleNode).optional();
    },
  })
  .meta({ id: 'RoleNode' });
export type RoleNode = RoleShape;

export const rolesContract = {
  listRoles: get('/api/blade-system/role/list', rights.staffView, {
    summary: 'Job roles as a tree',
    input: z.object({ roleName: z.string().trim().max(40).optional() }),
    output: z.array(roleNode),
    refreshedBy: [roleChanged, staffChanged],
  }),
  roleTree: get('/api/blade-system/role/tree', rights.staffView, {
    summary: 'Job roles of the caller’s organisation, to choose from',
    output: z.array(treeNode),
    refreshedBy: [roleChanged, staffChanged],
  }),
  roleDetail: get('/api/blade-system/role/detail', rights.staffView, {
    summary: 'A job role with its permission keys',
    input: z.object({ id: id() }),
    output: z.object({
      id: z.string(),
      tenantId: z.string(),
      parentId: z.string(),
      roleName: z.string(),
      roleAlias: z.string(),
      sort: z.int(),
      permissions: z.array(z.string()),
      userCount: z.int(),
      /** false when the role holds rights that the caller lacks */
      editable: z.boolean(),
    }),
    refreshedBy: [roleChanged, staffChanged],
  }),
  saveRole: post('/api/blade-system/role/submit', rights.roleEdit, {
    summary: 'Create or change a job role; permissions are left alone when not given',
    place: 'json',
    input: z.object({
      id: id().optional(),
      roleName: text(20),
      sort: int(0, 9999).default(0),
      parentId: id().or(z.literal('0')).optional(),
      permissions: z.array(z.string().max(80)).max(500).optional(),
    }),
    output: z.object({ id: z.string() }),
    emits: [roleChanged],
  }),
  removeRoles: post('/api/blade-system/role/remove', rights.roleEdit, {
    summary: 'Remove job roles that nobody holds',
    input: z.object({ ids: ids() }),
    emits: [roleChanged],
  }),
  grantRole: post('/api/blade-system/role/grant', rights.roleEdit, {
    summary: 'Replace the permissions of job roles; menuIds are nodes of menu/grant-tree',
    place: 'json',
    input: z.object({
      roleIds: ids(50),
      menuIds: z.array(z.string().max(80)).max(500),
      // clients of the family send both, empty: a client that grants something by them is told that it is not granted
      dataScopeIds: passedOver(z.array(z.string()).max(0).default([]), 'sites limit what accounts see'),
      apiScopeIds: passedOver(z.array(z.string()).max(0).default([]), 'calls are granted by menuIds'),
    }),
    emits: [roleChanged],
  }),
  grantTree: get('/api/blade-system/menu/grant-tree', rights.staffView, {
    summary: 'The permissions that the caller may give, grouped as in the menu',
    output: z.object({
      menu: z.array(treeNode),
      dataScope: z.array(treeNode),
      apiScope: z.array(treeNode),
    }),
    refreshedBy: [sessionChanged],
  }),
  roleTreeKeys: get('/api/blade-system/menu/role-tree-keys', rights.staffView, {
    summary: 'The permissions that job roles hold',
    input: z.object({ roleIds: ids(50) }),
    output: z.object({
      menu: z.array(z.string()),
      dataScope: z.array(z.string()),
      apiScope: z.array(z.string()),
    }),
    refreshedBy: [roleChanged],
  }),
};
