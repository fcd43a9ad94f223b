import { z } from 'zod';
import { defineEndpoint } from '#kit/contract/endpoint.ts';
import {
  accountName,
  bool,
  day,
  done,
  empty,
  id,
  ids,
  int,
  pageInput,
  pageOf,
  phone,
  text,
} from '#kit/contract/schemas.ts';
import { newPassword, rights, siteChoice, treeNode, userRecord } from './shared.ts';

const staffFields = {
  account: accountName(),
  name: text(30),
  realName: text(30, 0).optional(),
  phone: phone().or(z.literal('')).optional(),
  roleId: id().meta({ field: 'reference' }),
  /** needed for a new account; for an existing one it sets a new password and ends its logins */
  password: newPassword().optional(),
  enabled: bool().default(true),
  ...siteChoice,
};
const staffInput = z.object({ id: id().optional(), ...staffFields });

const staffFilters = {
  keyword: z.string().trim().max(64).optional(),
  roleId: id().optional(),
  enabled: z.boolean().optional(),
};
const staffSort = ['createdAt', 'name', 'account', 'lastLoginAt'] as const;

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
const roleNode: z.ZodType<RoleShape, RoleShape> = z.object({
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
});
export type RoleNode = RoleShape;

export const invitationStates = ['open', 'used', 'expired', 'revoked'] as const;

export const logRecord = z.object({
  id: z.string(),
  tenantId: z.string(),
  createdAt: z.string(),
  userId: z.string().nullable(),
  account: z.string(),
  userName: z.string(),
  action: z.string(),
  /** the action in the caller's language */
  actionName: z.string(),
  entity: z.string(),
  entityId: z.string(),
  label: z.string(),
  address: z.string(),
  before: z.record(z.string(), z.unknown()).nullable(),
  after: z.record(z.string(), z.unknown()).nullable(),
});

export const staffContract = {
  listStaff: defineEndpoint({
    method: 'GET',
    path: '/api/blade-subuser/subuser/selectSubAccountListByRoleId',
    access: rights.staffView,
    summary: 'Sub-accounts, of one job role or all',
    input: pageInput(staffFilters, staffSort),
    output: pageOf(userRecord),
  }),
  staffDetail: defineEndpoint({
    method: 'GET',
    path: '/api/blade-subuser/subuser/detail',
    access: rights.staffView,
    summary: 'A sub-account with its last login and its latest log entries',
    input: z.object({ id: id() }),
    output: userRecord.extend({
      lastLoginAddress: z.string(),
      /** whether the caller may change this account (not mightier than the caller, not the caller) */
      editable: z.boolean(),
      sites: z.array(z.object({ id: z.string(), name: z.string() })),
      recentLog: z.array(logRecord),
    }),
  }),
  saveStaff: defineEndpoint({
    method: 'POST',
    path: '/api/blade-subuser/subuser/insertOrUpdateSubAccount',
    access: rights.staffEdit,
    summary: 'Create or change a sub-account; never with more rights or sites than the caller has',
    place: 'json',
    input: staffInput,
    output: z.object({ id: z.string() }),
  }),
  updateStaff: defineEndpoint({
    method: 'POST',
    path: '/api/blade-subuser/subuser/update',
    access: rights.staffEdit,
    summary: 'Change single fields of a sub-account, such as enabling or disabling it',
    input: z.object({
      id: id(),
      name: text(30).optional(),
      realName: text(30, 0).optional(),
      roleId: id().optional(),
      enabled: bool().optional(),
    }),
    output: done(),
  }),
  removeStaff: defineEndpoint({
    method: 'POST',
    path: '/api/blade-subuser/subuser/remove',
    access: rights.staffEdit,
    summary: 'Remove sub-accounts: they can not log in any more, their log entries stay',
    input: z.object({ ids: ids() }),
    output: done(),
  }),
  pageUsers: defineEndpoint({
    method: 'GET',
    path: '/api/blade-user/page',
    access: rights.staffView,
    summary: 'All accounts of the caller’s organisation: owner, franchisees and sub-accounts',
    input: pageInput({ ...staffFilters, userType: int(1, 5).optional() }, staffSort),
    output: pageOf(userRecord),
  }),
  submitUser: defineEndpoint({
    method: 'POST',
    path: '/api/blade-user/submit',
    access: rights.staffEdit,
    summary: 'The same as insertOrUpdateSubAccount, for standard clients',
    place: 'json',
    input: staffInput,
    output: z.object({ id: z.string() }),
  }),
  saveUser: defineEndpoint({
    method: 'POST',
    path: '/api/blade-user/save',
    access: rights.staffEdit,
    summary: 'Create a sub-account',
    place: 'json',
    input: z.object(staffFields),
    output: z.object({ id: z.string() }),
  }),
  updateUser: defineEndpoint({
    method: 'POST',
    path: '/api/blade-user/update',
    access: rights.staffEdit,
    summary: 'Change a sub-account as a whole',
    place: 'json',
    input: z.object({ ...staffFields, id: id() }),
    output: z.object({ id: z.string() }),
  }),
  removeUsers: defineEndpoint({
    method: 'POST',
    path: '/api/blade-user/remove',
    access: rights.staffEdit,
    summary: 'Remove sub-accounts, for standard clients',
    input: z.object({ ids: ids() }),
    output: done(),
  }),
  grantRoles: defineEndpoint({
    method: 'POST',
    path: '/api/blade-user/grant',
    access: rights.staffEdit,
    summary: 'Give sub-accounts a job role (one each)',
    input: z.object({ userIds: ids(), roleIds: ids(1) }),
    output: done(),
  }),
  resetStaffPasswords: defineEndpoint({
    method: 'POST',
    path: '/api/blade-user/reset-password',
    access: rights.staffEdit,
    summary: 'Give sub-accounts random new passwords, shown once in the answer',
    input: z.object({ userIds: ids(20) }),
    output: z.array(z.object({ id: z.string(), account: z.string(), password: z.string() })),
  }),
  createInvitation: defineEndpoint({
    method: 'POST',
    path: '/api/blade-subuser/invitation/save',
    access: rights.staffEdit,
    summary: 'Make a one-time link by which a person registers as staff with this role and these sites',
    place: 'json',
    input: z.object({
      roleId: id().meta({ field: 'reference' }),
      remark: text(40, 0).default(''),
      ...siteChoice,
    }),
    /** the token is shown here once and kept only as a hash */
    output: z.object({ id: z.string(), token: z.string(), path: z.string(), expiresAt: z.string() }),
  }),
  listInvitations: defineEndpoint({
    method: 'GET',
    path: '/api/blade-subuser/invitation/list',
    access: rights.staffView,
    summary: 'Invitation links and what became of them',
    input: pageInput({ state: z.enum(invitationStates).optional() }, ['createdAt', 'expiresAt']),
    output: pageOf(
      z.object({
        id: z.string(),
        roleId: z.string(),
        roleName: z.string(),
        remark: z.string(),
        state: z.enum(invitationStates),
        createdByName: z.string(),
        usedByName: z.string(),
        createdAt: z.string(),
        expiresAt: z.string(),
      }),
    ),
  }),
  revokeInvitation: defineEndpoint({
    method: 'POST',
    path: '/api/blade-subuser/invitation/revoke',
    access: rights.staffEdit,
    summary: 'Make an invitation link void',
    input: z.object({ id: id() }),
    output: done(),
  }),
  listRoles: defineEndpoint({
    method: 'GET',
    path: '/api/blade-system/role/list',
    access: rights.staffView,
    summary: 'Job roles as a tree',
    input: z.object({ roleName: z.string().trim().max(40).optional() }),
    output: z.array(roleNode),
  }),
  roleTree: defineEndpoint({
    method: 'GET',
    path: '/api/blade-system/role/tree',
    access: rights.staffView,
    summary: 'Job roles of the caller’s organisation, to choose from',
    input: empty(),
    output: z.array(treeNode),
  }),
  roleDetail: defineEndpoint({
    method: 'GET',
    path: '/api/blade-system/role/detail',
    access: rights.staffView,
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
  }),
  saveRole: defineEndpoint({
    method: 'POST',
    path: '/api/blade-system/role/submit',
    access: rights.roleEdit,
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
  }),
  removeRoles: defineEndpoint({
    method: 'POST',
    path: '/api/blade-system/role/remove',
    access: rights.roleEdit,
    summary: 'Remove job roles that nobody holds',
    input: z.object({ ids: ids() }),
    output: done(),
  }),
  grantRole: defineEndpoint({
    method: 'POST',
    path: '/api/blade-system/role/grant',
    access: rights.roleEdit,
    summary: 'Replace the permissions of job roles; menuIds are nodes of menu/grant-tree',
    place: 'json',
    input: z.object({
      roleIds: ids(50),
      menuIds: z.array(z.string().max(80)).max(500),
      dataScopeIds: z.array(z.string().max(80)).max(500).default([]),
      apiScopeIds: z.array(z.string().max(80)).max(500).default([]),
    }),
    output: done(),
  }),
  grantTree: defineEndpoint({
    method: 'GET',
    path: '/api/blade-system/menu/grant-tree',
    access: rights.staffView,
    summary: 'The permissions that the caller may give, grouped as in the menu',
    input: empty(),
    output: z.object({
      menu: z.array(treeNode),
      dataScope: z.array(treeNode),
      apiScope: z.array(treeNode),
    }),
  }),
  roleTreeKeys: defineEndpoint({
    method: 'GET',
    path: '/api/blade-system/menu/role-tree-keys',
    access: rights.staffView,
    summary: 'The permissions that job roles hold',
    input: z.object({ roleIds: ids(50) }),
    output: z.object({
      menu: z.array(z.string()),
      dataScope: z.array(z.string()),
      apiScope: z.array(z.string()),
    }),
  }),
  listLog: defineEndpoint({
    method: 'GET',
    path: '/api/blade-log/operation/list',
    access: rights.logView,
    summary: 'Operation log: who changed what, before and after',
    input: pageInput(
      {
        userId: id().optional(),
        action: z.string().trim().max(80).optional(),
        entity: z.string().trim().max(40).optional(),
        entityId: z.string().trim().max(64).optional(),
        startDate: day().optional(),
        endDate: day().optional(),
        keyword: z.string().trim().max(64).optional(),
        /** the platform may look at one organisation */
        tenantId: z.string().max(9).optional(),
      },
      ['createdAt'],
    ),
    output: pageOf(logRecord),
  }),
  logFilters: defineEndpoint({
    method: 'GET',
    path: '/api/blade-log/operation/filters',
    access: rights.logView,
    summary: 'The actions and people that occur in the caller’s log, to filter by',
    input: empty(),
    output: z.object({
      actions: z.array(z.object({ action: z.string(), name: z.string() })),
      users: z.array(z.object({ id: z.string(), name: z.string() })),
    }),
  }),
};
