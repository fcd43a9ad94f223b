import { and, count, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { likePattern } from '#kit/server/paging.ts';
import { platformScope, type Scope, tenantScope } from '#kit/server/scope.ts';
import { insert, remove, rows, update } from '#kit/server/tables.ts';
import { accountSites, roles, users } from '../tables.ts';

export type UserRow = ReturnType<typeof rowsOfUsers>['$inferSelect'];
const rowsOfUsers = () => rows(platformScope, users);
type UserColumns = ReturnType<typeof rowsOfUsers>;

/** Logins are found over all tenants: account names and phones are unique among living accounts. */
export async function findUserByName(reader: Reader, name: string): Promise<UserRow | undefined> {
  const user = rows(platformScope, users);
  const [found] = await reader
    .select()
    .from(user)
    .where(
      and(
        isNull(user.removedAt),
        or(eq(sql`lower(${user.account})`, name.toLowerCase()), eq(user.phone, name)),
      ),
    );
  return found;
}

export async function findUserByPhone(reader: Reader, phone: string): Promise<UserRow | undefined> {
  const user = rows(platformScope, users);
  const [found] = await reader
    .select()
    .from(user)
    .where(and(isNull(user.removedAt), eq(user.phone, phone)));
  return found;
}

export async function isAccountTaken(reader: Reader, account: string, exceptId?: string): Promise<boolean> {
  const user = rows(platformScope, users);
  const found = await reader
    .select({ id: user.id })
    .from(user)
    .where(and(isNull(user.removedAt), eq(sql`lower(${user.account})`, account.toLowerCase())));
  return found.some(({ id }) => id !== exceptId);
}

export async function isPhoneTaken(reader: Reader, phone: string, exceptId?: string): Promise<boolean> {
  const found = await findUserByPhone(reader, phone);
  return found !== undefined && found.id !== exceptId;
}

export interface UserWithRole {
  user: UserRow;
  roleTitle: string;
  rolePermissions: string[];
  siteIds: string[];
}

export interface UserFilter {
  where?: (user: UserColumns) => SQL | undefined;
  orderBy?: (user: UserColumns) => SQL[];
  limit?: number;
  offset?: number;
}

const living = (user: UserColumns, where: UserFilter['where']) => and(isNull(user.removedAt), where?.(user));

export async function selectUsers(reader: Reader, scope: Scope, filter: UserFilter): Promise<UserWithRole[]> {
  const user = rows(scope, users);
  const role = rows(scope, roles);
  const query = reader
    .select()
    .from(user)
    .leftJoin(role, eq(role.id, user.roleId))
    .where(living(user, filter.where))
    .orderBy(...(filter.orderBy?.(user) ?? [sql`${user.createdAt} desc`]))
    .limit(filter.limit ?? 500)
    .offset(filter.offset ?? 0);
  const found = await query;
  const sites = await siteIdsOfUsers(
    reader,
    scope,
    found.map((row) => row.user_account.id),
  );
  return found.map((row) => ({
    user: row.user_account,
    roleTitle: row.role?.title ?? '',
    rolePermissions: row.role?.permissions ?? [],
    siteIds: sites.get(row.user_account.id) ?? [],
  }));
}

export async function countUsers(reader: Reader, scope: Scope, where?: UserFilter['where']): Promise<number> {
  const user = rows(scope, users);
  const [found] = await reader.select({ total: count() }).from(user).where(living(user, where));
  return found?.total ?? 0;
}

export async function findUser(reader: Reader, scope: Scope, id: string): Promise<UserWithRole | undefined> {
  const [found] = await selectUsers(reader, scope, { where: (user) => eq(user.id, id), limit: 1 });
  return found;
}

/** Matches name, account and phone. */
export function keywordCondition(user: UserColumns, keyword: string | undefined): SQL | undefined {
  if (!keyword) return undefined;
  const pattern = likePattern(keyword);
  return sql`(${user.name} ilike ${pattern} or ${user.account} ilike ${pattern} or ${user.phone} like ${pattern})`;
}

export async function siteIdsOfUsers(
  reader: Reader,
  scope: Scope,
  userIds: readonly string[],
): Promise<Map<string, string[]>> {
  const result = new Map<string, string[]>();
  if (userIds.length === 0) return result;
  const link = rows(scope, accountSites);
  const found = await reader
    .select({ userId: link.userId, siteId: link.siteId })
    .from(link)
    .where(inArray(link.userId, [...userIds]))
    .orderBy(link.siteId);
  for (const { userId, siteId } of found) {
    const list = result.get(userId);
    if (list) list.push(siteId);
    else result.set(userId, [siteId]);
  }
  return result;
}

export async function replaceSites(
  tx: Tx,
  tenantId: string,
  userId: string,
  siteIds: readonly string[],
): Promise<void> {
  const scope = tenantScope(tenantId);
  await remove(tx, scope, accountSites, (link) => eq(link.userId, userId));
  const unique = [...new Set(siteIds)];
  if (unique.length > 0)
    await insert(
      tx,
      scope,
      accountSites,
      unique.map((siteId) => ({ userId, siteId })),
    );
}

type NewUser = Omit<UserColumns['$inferInsert'], 'tenantId'>;

export async function insertUser(tx: Tx, tenantId: string, values: NewUser): Promise<UserRow> {
  const [row] = await insert(tx, tenantScope(tenantId), users, values);
  return row!;
}

export async function updateUser(
  tx: Tx,
  tenantId: string,
  id: string,
  set: Partial<NewUser>,
): Promise<UserRow | undefined> {
  const [row] = await update(
    tx,
    tenantScope(tenantId),
    users,
    (user) => and(eq(user.id, id), isNull(user.removedAt)),
    set,
  );
  return row;
}

/** Two changes of one account wait for each other, so that each judges what the other left. */
export async function lockUser(tx: Tx, tenantId: string, id: string): Promise<boolean> {
  const user = rows(tenantScope(tenantId), users);
  const found = await tx.select({ id: user.id }).from(user).where(eq(user.id, id)).for('update');
  return found.length > 0;
}
