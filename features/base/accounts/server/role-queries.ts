import { and, asc, count, isNotNull, isNull } from 'drizzle-orm';
import { subjectOf } from '#kit/server/change.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantTopic, told } from '#kit/server/outbox.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { roleChanged } from '../contract/events.ts';
import { roles, users } from '../tables.ts';

export type RoleRow = RowOf<typeof roles>;

/** Job roles as the log and open pages hear of them. */
export const jobRole = subjectOf(roles, {
  entity: 'role',
  label: ({ title }) => title,
  unlogged: ['id', 'tenantId', 'createdAt'],
  tells: ({ tenantId, id }) => [told(tenantTopic(tenantId), roleChanged, { id })],
  taken: { role_title: { field: 'roleName', key: 'accounts:error.roleTitleTaken' } },
});

export async function selectRoles(reader: Reader, scope: Scope): Promise<RoleRow[]> {
  const role = rows(scope, roles);
  return reader.select().from(role).orderBy(asc(role.sort), asc(role.createdAt), asc(role.id));
}

export async function findRole(
  reader: Reader,
  scope: Scope,
  which: { id: string } | { alias: string },
): Promise<RoleRow | undefined> {
  const [found] = await find(reader, scope, roles, which);
  return found;
}

/** How many living accounts hold each role. */
export async function countHolders(reader: Reader, scope: Scope): Promise<Map<string, number>> {
  const user = rows(scope, users);
  const found = await reader
    .select({ roleId: user.roleId, number: count() })
    .from(user)
    .where(and(isNull(user.removedAt), isNotNull(user.roleId)))
    .groupBy(user.roleId);
  return new Map(found.map(({ roleId, number }) => [roleId!, number]));
}
