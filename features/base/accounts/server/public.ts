import { eq, inArray } from 'drizzle-orm';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { type UserType, userTypes } from '#kit/server/session.ts';
import { rows } from '#kit/server/tables.ts';
import { users } from '../tables.ts';
import { isOwner, permissionsOf } from './rights.ts';
import { selectRoles } from './role-queries.ts';
import { findTenant } from './tenant-queries.ts';
import { findUser, findUserByName, selectUsers, type UserWithRole } from './user-queries.ts';

export { createDefaultRoles } from './default-roles.ts';
/** What other features and the application may use of accounts. */
export { accountView, ownerView, roleView, tenantView, workplaceView } from './directory-queries.ts';
export { keyedHash } from './keyed-hash.ts';
export { type Attempt, admitAttempt, forgiveAttempt, forgiveAttempts } from './login-guard.ts';
export { madeBy, makersOf } from './made-accounts.ts';
export { grantTreeOf, isGroupNode } from './menu-tree.ts';
export { type Notice, provideMessenger, tellPeople } from './messenger.ts';
export { inOwnTenant, ownTenant } from './own-tenant.ts';
export { hashPassword, verifyPassword } from './password-hash.ts';
export { newPasswordColumns, type PasswordColumns, passwordColumns } from './password-wire.ts';
export { ownPrincipal, reachOf, rightsOfAccount } from './principal.ts';
export { assertOwnPassword, provePerson } from './prove-person.ts';
export { assertKnownKeys, assertMayGive, holdsAll } from './rights.ts';
export { countHolders, findRole, jobRole, type RoleRow, selectRoles } from './role-queries.ts';
export { changeSessions, type Touch } from './session-changes.ts';
export { revokeSessions, revokeTenant } from './sessions.ts';
export { setupCode, setupNeeded } from './set-up.ts';
export { checkCode, codeOfTicket, resendWaitMs, sendCode, spendCode } from './sms-codes.ts';
export {
  agentSubtreeIds,
  agentsAbove,
  countUntreatedTenants,
  findTenant,
  findTenants,
  insertTenant,
  lockTenant,
  nextTenantId,
  type TenantRow,
  tenantNames,
  tenantsBelow,
  tenantsInTree,
  tenantsUnderAgent,
  updateTenant,
} from './tenant-queries.ts';
export {
  accountsWithRole,
  findAgentOwner,
  findColleague,
  findUserByPhone,
  insertUser,
  person,
  replaceSites,
  siteIdsOf,
  type UserRow,
  type UserWithRole,
  updateUser,
  withSites,
} from './user-queries.ts';
export { shownSites, toUserRecord } from './user-records.ts';

/** undefined when there is no such organisation. */
export async function tenantName(reader: Reader, tenantId: string): Promise<string | undefined> {
  return (await findTenant(reader, tenantId))?.name;
}

/** Who owns an organisation; undefined when nobody does any more. */
export async function ownerOf(reader: Reader, tenantId: string): Promise<UserSummary | undefined> {
  const [found] = await selectUsers(
    reader,
    tenantScope(tenantId),
    ({ userType }) => eq(userType, userTypes.merchant),
    1,
  );
  return found?.user;
}

/** What stands above a receipt or a statement; the logo is an uploaded file's address, or empty. */
export async function tenantBrand(reader: Reader, tenantId: string): Promise<{ name: string; logo: string }> {
  const tenant = await findTenant(reader, tenantId);
  return { name: tenant?.name ?? '', logo: tenant?.logo ?? '' };
}

export interface UserSummary {
  id: string;
  account: string;
  name: string;
  avatar: string;
}

/** Also of removed accounts, which past records still name. */
export async function userSummaries(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, UserSummary>> {
  if (ids.length === 0) return new Map();
  const user = rows(scope, users);
  const found = await reader
    .select({ id: user.id, account: user.account, name: user.name, avatar: user.avatar })
    .from(user)
    .where(inArray(user.id, [...new Set(ids)]));
  return new Map(found.map((summary) => [summary.id, summary]));
}

/** By account or phone, over all organisations. */
export async function userByAccount(reader: Reader, account: string): Promise<UserSummary | undefined> {
  const found = await findUserByName(reader, account);
  return found && { id: found.id, account: found.account, name: found.name, avatar: found.avatar };
}

export interface StaffMember {
  id: string;
  name: string;
  phone: string | null;
  /** owners have none */
  roleId: string | null;
  owner: boolean;
  /** runs sites of the organisation for its own account, with a wallet and papers of its own */
  franchisee: boolean;
  /** null: all sites of the organisation */
  siteIds: readonly string[] | null;
}

const memberOf = ({ user, siteIds }: UserWithRole): StaffMember => ({
  ...pick(user, 'id', 'name', 'phone', 'roleId'),
  owner: isOwner(user.userType),
  franchisee: user.userType === userTypes.franchisee,
  siteIds: isOwner(user.userType) || user.allSites ? null : siteIds,
});

const mostStaff = 5000;

/** Who in an organisation may log in and holds a right: whom to tell of something. */
export async function staffWithRight(
  reader: Reader,
  { features }: Pick<Services, 'features'>,
  tenantId: string,
  right: string,
): Promise<StaffMember[]> {
  const tenant = await findTenant(reader, tenantId);
  if (tenant?.state !== 'active') return [];
  const found = await selectUsers(reader, tenantScope(tenantId), (user) => eq(user.enabled, true), mostStaff);
  return found
    .filter(({ user: { userType }, rolePermissions }) =>
      permissionsOf(features, { realm: tenant.realm, userType, rolePermissions }).includes(right),
    )
    .map(memberOf);
}

export async function staffMember(
  reader: Reader,
  tenantId: string,
  userId: string,
): Promise<StaffMember | undefined> {
  const found = await findUser(reader, tenantScope(tenantId), userId);
  return found && memberOf(found);
}

/** Since when nobody but the person has set the password, phone or role of an account; undefined: there is none. */
export async function ownedSince(
  reader: Reader,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<Date | undefined> {
  return (await findUser(reader, tenantScope(tenantId), userId))?.user.ownSince;
}

/** The job roles of an organisation in their order. */
export async function jobRoles(reader: Reader, tenantId: string): Promise<{ id: string; name: string }[]> {
  const found = await selectRoles(reader, tenantScope(tenantId));
  return found.map(({ id, title }) => ({ id, name: title }));
}

/** The merchant an account or phone belongs to, while it may work. */
export async function merchantByAccount(
  reader: Reader,
  account: string,
): Promise<{ tenantId: string; name: string } | undefined> {
  const user = await findUserByName(reader, account);
  const tenant = user?.enabled ? await findTenant(reader, user.tenantId) : undefined;
  if (tenant?.realm !== 'merchant' || tenant.state !== 'active' || tenant.reviewState !== 'passed')
    return undefined;
  return { tenantId: tenant.id, name: tenant.name };
}

/** Franchisees of an organisation, also removed ones, whose wallets may still hold something. */
export async function franchisees(
  reader: Reader,
  tenantId: string,
): Promise<(UserSummary & { removed: boolean })[]> {
  const user = rows(tenantScope(tenantId), users);
  const found = await reader
    .select({
      ...pick(user, 'id', 'account', 'name', 'avatar', 'removedAt'),
    })
    .from(user)
    .where(eq(user.userType, userTypes.franchisee))
    .orderBy(user.createdAt, user.id);
  return found.map(({ removedAt, ...summary }) => ({ ...summary, removed: removedAt !== null }));
}

/** When an account was made. */
export async function joinedAt(reader: Reader, tenantId: string, userId: string): Promise<Date> {
  const user = rows(tenantScope(tenantId), users);
  const [found] = await reader.select({ at: user.createdAt }).from(user).where(eq(user.id, userId));
  if (!found) throw missing();
  return found.at;
}

/** What kind of account it is and whose; also of removed ones. */
export async function accountOf(
  reader: Reader,
  scope: Scope,
  userId: string,
): Promise<(UserSummary & { tenantId: string; userType: UserType }) | undefined> {
  const user = rows(scope, users);
  const [found] = await reader
    .select({
      ...pick(user, 'id', 'account', 'name', 'avatar', 'tenantId', 'userType'),
    })
    .from(user)
    .where(eq(user.id, userId));
  return found;
}
