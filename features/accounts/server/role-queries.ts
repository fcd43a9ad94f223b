import { and, asc, count, eq, inArray, isNotNull, isNull } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { insert, remove, rows, update } from '#kit/server/tables.ts';
import { roles, users } from '../tables.ts';

const rowsOfRoles = () => rows(platformScope, roles);
type RoleColumns = ReturnType<typeof rowsOfRoles>;
export type RoleRow = RoleColumns['$inferSelect'];

export async function selectRoles(reader: Reader, scope: Scope): Promise<RoleRow[]> {
  const role = rows(scope, roles);
  return reader.select().from(role).orderBy(asc(role.sort), asc(role.createdAt), asc(role.id));
}

export async function findRole(reader: Reader, scope: Scope, id: string): Promise<RoleRow | undefined> {
  const role = rows(scope, roles);
  const [found] = await reader.select().from(role).where(eq(role.id, id));
  return found;
}

export async function findRoleByAlias(
  reader: Reader,
  scope: Scope,
  alias: string,
): Promise<RoleRow | undefined> {
  const role = rows(scope, roles);
  const [found] = await reader.select().from(role).where(eq(role.alias, alias));
  return found;
}

/** Locked until the transaction ends, in the order of their ids. */
export async function lockRoles(tx: Tx, scope: Scope, ids: readonly string[]): Promise<RoleRow[]> {
  const role = rows(scope, roles);
  return tx
    .select()
    .from(role)
    .where(inArray(role.id, [...new Set(ids)]))
    .orderBy(asc(role.id))
    .for('update');
}

/** How many living accounts hold each role. */
export async function countHolders(reader: Reader, scope: Scope): Promise<Map<string, number>> {
  const user = rows(scope, users);
  const found = await reader
    .select({ roleId: user.roleId, total: count() })
    .from(user)
    .where(and(isNull(user.removedAt), isNotNull(user.roleId)))
    .groupBy(user.roleId);
  return new Map(found.map(({ roleId, total }) => [roleId!, total]));
}

export async function insertRole(
  tx: Tx,
  scope: Scope,
  values: Omit<RoleColumns['$inferInsert'], 'tenantId'>,
): Promise<void> {
  await insert(tx, scope, roles, values);
}

export async function updateRole(
  tx: Tx,
  scope: Scope,
  id: string,
  set: Partial<Omit<RoleColumns['$inferInsert'], 'tenantId' | 'id'>>,
): Promise<void> {
  await update(tx, scope, roles, (role) => eq(role.id, id), set);
}

export async function deleteRole(tx: Tx, scope: Scope, id: string): Promise<void> {
  await remove(tx, scope, roles, (role) => eq(role.id, id));
}
