import {
  findColleague,
  inOwnTenant,
  type PasswordColumns,
  person,
  replaceSites,
  revokeSessions,
  type UserRow,
  type UserWithRole,
} from '#features/base/accounts/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { addRow, changeRow, dropRows, lockRows } from '#kit/server/change.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { userTypes } from '#kit/server/session.ts';
import { assertMayManage, judgeAssignment, type SiteChoice } from './judge-assignment.ts';
import { tellColleagues } from './tell-colleagues.ts';

/** An account of one kind: owners, franchisees and staff have screens and calls of their own. */
export async function findOfType(
  context: StaffContext,
  reader: Reader,
  id: string,
  userType: UserRow['userType'],
): Promise<UserWithRole> {
  const found = await findColleague(context, reader, id);
  if (found?.user.userType !== userType) throw missing();
  return found;
}

/** The same for a change: two of one account wait for each other, so that each judges what the other left. */
export async function lockOfType(
  tx: Tx,
  context: StaffContext,
  id: string,
  userType: UserRow['userType'],
): Promise<UserWithRole> {
  await lockRows(tx, inOwnTenant(context), person, [id]);
  const found = await findOfType(context, tx, id, userType);
  assertMayManage(context.session, found);
  return found;
}

export interface StaffFields extends SiteChoice {
  account: string;
  name: string;
  realName?: string;
  phone?: string;
  roleId: string;
  enabled: boolean;
}

const columnsOf = ({ account, name, realName, phone, enabled }: StaffFields) => ({
  account,
  name,
  enabled,
  ...(realName === undefined ? {} : { realName }),
  ...(phone === undefined ? {} : { phone: phone || null }),
});

export async function createStaff(
  tx: Tx,
  context: StaffContext,
  input: StaffFields,
  password: PasswordColumns,
): Promise<string> {
  const { role, allSites, siteIds } = await judgeAssignment(tx, context, input);
  const reference = { action: 'accounts.createStaff', note: { role: role.title, siteIds } };
  const { id, tenantId } = await addRow(tx, inOwnTenant(context), person, reference, {
    ...columnsOf(input),
    ...password,
    createdAt: context.clock.now(),
    ownSince: context.clock.now(),
    setBy: context.session.userId,
    userType: userTypes.staff,
    roleId: role.id,
    allSites,
  });
  await replaceSites(tx, tenantId, id, siteIds);
  await tellColleagues(tx, context, 'made', { name: input.name, role: role.title });
  return id;
}

/** Somebody else decides how the account logs in, or gives it what it could not do: from now on it is new again. */
const isTakenOver = ({ user }: UserWithRole, input: StaffFields, password: PasswordColumns | undefined) =>
  password !== undefined ||
  input.roleId !== user.roleId ||
  (input.phone !== undefined && (input.phone || null) !== user.phone) ||
  (input.enabled && !user.enabled);

export async function changeStaff(
  tx: Tx,
  context: StaffContext,
  id: string,
  fieldsOf: (old: UserWithRole) => StaffFields,
  password?: PasswordColumns,
): Promise<void> {
  const old = await lockOfType(tx, context, id, userTypes.staff);
  const input = fieldsOf(old);
  const { role, allSites, siteIds } = await judgeAssignment(tx, context, input);
  const reference = {
    id,
    action: 'accounts.updateStaff',
    was: { role: old.roleTitle, siteIds: old.siteIds },
    note: { role: role.title, siteIds },
  };
  const takenOver = isTakenOver(old, input, password);
  await changeRow(tx, inOwnTenant(context), person, reference, () => ({
    ...columnsOf(input),
    ...password,
    ...(takenOver && { ownSince: context.clock.now(), setBy: context.session.userId }),
    roleId: role.id,
    allSites,
  }));
  await replaceSites(tx, old.user.tenantId, id, siteIds);
  if (takenOver) await tellColleagues(tx, context, 'changed', { name: input.name, role: role.title });
  // who comes back logs in again: the phone of those days may be in other hands
  const returns = input.enabled && !old.user.enabled;
  if (password || returns) await revokeSessions(tx, old.user, context.clock.now());
}

/** The account is closed and its names become free; its row stays for the log and past records. */
export async function closeAccount(
  tx: Tx,
  context: StaffContext,
  { user, roleTitle, siteIds }: UserWithRole,
  action: string,
): Promise<void> {
  const removedAt = context.clock.now();
  await revokeSessions(tx, user, removedAt);
  await replaceSites(tx, user.tenantId, user.id, []);
  await dropRows(tx, inOwnTenant(context), person, {
    ids: [user.id],
    action,
    was: { role: roleTitle, siteIds },
    set: { enabled: false, removedAt, roleId: null },
  });
}
