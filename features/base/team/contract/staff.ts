import { z } from 'zod';
import { roleChanged, staffChanged } from '#features/base/accounts/contract/events.ts';
import {
  enabled,
  newPassword,
  rights,
  siteChoice,
  userRecord,
} from '#features/base/accounts/contract/shared.ts';
import { get, post } from '#kit/contract/call.ts';
import {
  accountName,
  bool,
  id,
  ids,
  int,
  pageInput,
  pageOf,
  phone,
  text,
  wholePhone,
} from '#kit/contract/schemas.ts';
import { logRecord } from './log.ts';

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

const words = () => z.string().trim().max(64).optional();
const staffFilters = {
  keyword: words(),
  roleId: id().optional(),
  enabled: enabled().optional(),
};
const staffSort = ['createdAt', 'name', 'account', 'lastLoginAt'] as const;

/** `siteText`: which sites it works with, in words. */
const staffRecord = userRecord.extend({ siteText: z.string() });

export const staffContract = {
  listStaff: get('/api/blade-subuser/subuser/selectSubAccountListByRoleId', rights.staffView, {
    summary: 'Sub-accounts, of one job role or all',
    input: pageInput(staffFilters, staffSort),
    output: pageOf(staffRecord),
    refreshedBy: [staffChanged, roleChanged],
  }),
  staffDetail: get('/api/blade-subuser/subuser/detail', rights.staffView, {
    summary: 'A sub-account with its last login and its latest log entries',
    input: z.object({ id: id() }),
    output: staffRecord.extend({
      phone: wholePhone({ because: 'it is filled into the form of the account', right: rights.staffEdit }),
      lastLoginAddress: z.string(),
      /** whether the caller may change this account (not mightier than the caller, not the caller) */
      editable: z.boolean(),
      sites: z.array(z.object({ id: z.string(), name: z.string() })),
      recentLog: z.array(logRecord),
    }),
    refreshedBy: [staffChanged, roleChanged],
  }),
  saveStaff: post('/api/blade-subuser/subuser/insertOrUpdateSubAccount', rights.staffEdit, {
    summary: 'Create or change a sub-account; never with more rights or sites than the caller has',
    place: 'json',
    input: staffInput,
    output: z.object({ id: z.string() }),
    emits: [staffChanged],
  }),
  updateStaff: post('/api/blade-subuser/subuser/update', rights.staffEdit, {
    summary: 'Change single fields of a sub-account, such as enabling or disabling it',
    input: z.object({
      id: id(),
      name: text(30).optional(),
      realName: text(30, 0).optional(),
      roleId: id().optional(),
      enabled: bool().optional(),
    }),
    emits: [staffChanged],
  }),
  removeStaff: post('/api/blade-subuser/subuser/remove', rights.staffEdit, {
    summary: 'Remove sub-accounts: they can not log in any more, their log entries stay',
    input: z.object({ ids: ids() }),
    emits: [staffChanged],
  }),
  pageUsers: get('/api/blade-user/page', rights.staffView, {
    summary: 'All accounts of the caller’s organisation: owner, franchisees and sub-accounts',
    input: pageInput(
      {
        ...staffFilters,
        userType: int(1, 5).optional(),
        account: words(),
        name: words(),
        realName: words(),
        phone: words(),
      },
      staffSort,
    ),
    output: pageOf(userRecord),
    refreshedBy: [staffChanged, roleChanged],
  }),
  submitUser: post('/api/blade-user/submit', rights.staffEdit, {
    summary: 'The same as insertOrUpdateSubAccount, for standard clients',
    place: 'json',
    input: staffInput,
    output: z.object({ id: z.string() }),
    emits: [staffChanged],
  }),
  saveUser: post('/api/blade-user/save', rights.staffEdit, {
    summary: 'Create a sub-account',
    place: 'json',
    input: z.object(staffFields),
    output: z.object({ id: z.string() }),
    emits: [staffChanged],
  }),
  updateUser: post('/api/blade-user/update', rights.staffEdit, {
    summary: 'Change a sub-account as a whole',
    place: 'json',
    input: z.object({ ...staffFields, id: id() }),
    output: z.object({ id: z.string() }),
    emits: [staffChanged],
  }),
  removeUsers: post('/api/blade-user/remove', rights.staffEdit, {
    summary: 'Remove sub-accounts, for standard clients',
    input: z.object({ ids: ids() }),
    emits: [staffChanged],
  }),
  grantRoles: post('/api/blade-user/grant', rights.staffEdit, {
    summary: 'Give sub-accounts a job role (one each)',
    input: z.object({ userIds: ids(), roleIds: ids(1) }),
    emits: [staffChanged],
  }),
  resetStaffPasswords: post('/api/blade-user/reset-password', rights.staffEdit, {
    summary: 'Give sub-accounts random new passwords, shown once in the answer',
    input: z.object({ userIds: ids(20) }),
    output: z.array(z.object({ id: z.string(), account: z.string(), password: z.string() })),
    emits: [staffChanged],
  }),
};
