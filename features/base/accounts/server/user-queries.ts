import { and, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { refusingTaken, subjectOf } from '#kit/server/change.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { type StaffSession, userTypes } from '#kit/server/session.ts';
import {
  type ColumnsOf,
  find,
  insert,
  type NewRowOf,
  type RowOf,
  remove,
  rows,
  update,
} from '#kit/server/tables.ts';
import { franchiseeChanged, staffChanged } from '../contract/events.ts';
import { accountSites, roles, users } from '../tables.ts';
import { isOwner, owners } from './rights.ts';

export type UserRow = RowOf<typeof users>;
type UserColumns = ColumnsOf<typeof users>;

const toldBy: Partial<Record<UserRow['userType'], typeof staffChanged>> = {
  [userTypes.staff]: staffChanged,
  [userTypes.franchisee]: franchiseeChanged,
};

/** People's accounts as the log and open pages hear of them; role and sites are said by their names in a note. */
export const person = subjectOf(users, {
  entity: 'user',
  label: ({ name }) => name,
  alive: { removedAt: null },
  unlogged: [
    'id',
    'tenantId',
    'createdAt',
    'removedAt',
    'userType',
    'roleId',
    'ownSince',
    'setBy',
    'lastLoginAt',
    'lastLoginAddress',
  ],
  tells: ({ tenantId, id, userType }) => {
    const event = toldBy[userType];
    return event ? [told(tenantTopic(tenantId), event, { id })] : [];
  },
  // Names are unique over all organisations among accounts that are still there.
  taken: {
    user_account_account: { field: 'account', key: 'accounts:error.accountTaken' },
    user_account_phone: { key: 'accounts:error.phoneTaken' },
  },
});

/** Logins are found over all tenants: account names and phones are unique among living accounts. */
export async function findUserByName(reader: Reader, name: string): Promise<UserRow | undefined> {
  const [found] = await find(reader, platformScope, users, (user) =>
    and(
      isNull(user.removedAt),
      or(eq(sql`lower(${user.account})`, name.toLowerCase()), eq(user.phone, name)),
    ),
  );
  return found;
}

export async function findUserByPhone(reader: Reader, phone: string): Promise<UserRow | undefined> {
  const [found] = await find(reader, platformScope, users, { phone, removedAt: null });
  return found;
}

export async function isAccountTaken(reader: Reader, account: string): Promise<boolean> {
  const found = await find(reader, platformScope, users, (user) =>
    and(isNull(user.removedAt), eq(sql`lower(${user.account})`, account.toLowerCase())),
  );
  return found.length > 0;
}

export async function isPhoneTaken(reader: Reader, phone: string, exceptId?: string): Promise<boolean> {
  const found = await findUserByPhone(reader, phone);
  return found !== undefined && found.id !== exceptId;
}

export interface UserWithRole {
  user: UserRow;
  roleTitle: string;
  roleAlias: string;
  rolePermissions: string[];
  siteIds: string[];
}

/** Accounts with their job roles, as a list asks for them; `withSites` adds where each works. */
export function accountsWithRole(reader: Reader, scope: Scope) {
  const user = rows(scope, users);
  const role = rows(scope, roles);
  const from = () =>
    reader
      .select()
      .from(user)
      .leftJoin(role, and(eq(role.tenantId, user.tenantId), eq(role.id, user.roleId)))
      .$dynamic();
  return { user, from };
}

type JoinedRow = Awaited<ReturnType<ReturnType<typeof accountsWithRole>['from']>>[number];

export async function withSites(
  reader: Reader,
  scope: Scope,
  found: readonly JoinedRow[],
): Promise<UserWithRole[]> {
  const sites = await siteIdsOfUsers(
    reader,
    scope,
    found.map((row) => row.user_account.id),
  );
  return found.map(({ user_account: user, role }) => ({
    user,
    roleTitle: role?.title ?? '',
    roleAlias: role?.alias ?? '',
    rolePermissions: role?.permissions ?? [],
    siteIds: sites.get(user.id) ?? [],
  }));
}

/** Franchisees of one merchant compete with each other: who the others are is not theirs to know. */
const isRival = (
  session: Pick<StaffSession, 'userId' | 'userType'>,
  user: Pick<UserRow, 'id' | 'userType'>,
) =>
  session.userType === userTypes.franchisee &&
  user.userType === userTypes.franchisee &&
  user.id !== session.userId;

export async function selectUsers(
  reader: Reader,
  scope: Scope,
  where: (user: UserColumns) => SQL | undefined,
  limit: number,
): Promise<UserWithRole[]> {
  const { user, from } = accountsWithRole(reader, scope);
  const found = await from()
    .where(and(isNull(user.removedAt), where(user)))
    .orderBy(sql`${user.createdAt} desc`)
    .limit(limit);
  return withSites(reader, scope, found);
}

/** The name of the owner of somebody's organisation; empty for owners. */
export async function administratorOf(
  reader: Reader,
  { tenantId, userType }: Pick<UserRow, 'tenantId' | 'userType'>,
): Promise<string> {
  if (isOwner(userType)) return '';
  const [owner] = await selectUsers(
    reader,
    tenantScope(tenantId),
    (user) => inArray(user.userType, [...owners]),
    1,
  );
  return owner?.user.name ?? '';
}

export async function countUsers(
  reader: Reader,
  scope: Scope,
  userType: UserRow['userType'],
): Promise<number> {
  const user = rows(scope, users);
  return reader.$count(user, and(isNull(user.removedAt), eq(user.userType, userType)));
}

/** An account of the caller's own organisation as the caller may see it. */
export async function findColleague(
  { session }: StaffContext,
  reader: Reader,
  id: string,
): Promise<UserWithRole | undefined> {
  const found = await findUser(reader, tenantScope(session.tenantId), id);
  return found && !isRival(session, found.user) ? found : undefined;
}

export async function findUser(reader: Reader, scope: Scope, id: string): Promise<UserWithRole | undefined> {
  const [found] = await selectUsers(reader, scope, (user) => eq(user.id, id), 1);
  return found;
}

/** The sites named for an account, null when it sees all sites of its tenant, undefined when there is no such account. */
export async function siteIdsOf(
  reader: Reader,
  scope: Scope,
  userId: string,
): Promise<readonly string[] | null | undefined> {
  const found = await findUser(reader, scope, userId);
  if (!found) return undefined;
  return found.user.userType === userTypes.merchant || found.user.allSites ? null : found.siteIds;
}

async function siteIdsOfUsers(
  reader: Reader,
  scope: Scope,
  userIds: readonly string[],
): Promise<Map<string, string[]>> {
  if (userIds.length === 0) return new Map();
  const link = rows(scope, accountSites);
  const found = await reader
    .select({ userId: link.userId, siteId: link.siteId })
    .from(link)
    .where(inArray(link.userId, [...userIds]))
    .orderBy(link.siteId);
  const byUser = Map.groupBy(found, ({ userId }) => userId);
  return new Map([...byUser].map(([userId, links]) => [userId, links.map(({ siteId }) => siteId)]));
}

export async function replaceSites(
  tx: Tx,
  tenantId: string,
  userId: string,
  siteIds: readonly string[],
): Promise<void> {
  const scope = tenantScope(tenantId);
  await remove(tx, scope, accountSites, { userId });
  const links = [...new Set(siteIds)].map((siteId) => ({ userId, siteId }));
  if (links.length > 0) await insert(tx, scope, accountSites, links);
}

/** For accounts that nobody logged in makes: registrations and owners of new organisations. */
export async function insertUser(tx: Tx, tenantId: string, values: NewRowOf<typeof users>): Promise<UserRow> {
  const [row] = await refusingTaken(person.taken, values, () =>
    insert(tx, tenantScope(tenantId), users, values),
  );
  return row!;
}

/** The account that owns an agent. */
export async function findAgentOwner(reader: Reader, tenantId: string): Promise<UserRow | undefined> {
  const [owner] = await find(reader, platformScope, users, {
    tenantId,
    userType: userTypes.agent,
    removedAt: null,
  });
  return owner;
}

export async function updateUser(
  tx: Tx,
  tenantId: string,
  id: string,
  set: Partial<NewRowOf<typeof users>>,
): Promise<UserRow | undefined> {
  const [row] = await refusingTaken(person.taken, set, () =>
    update(tx, tenantScope(tenantId), users, { id, removedAt: null }, set),
  );
  return row;
}
