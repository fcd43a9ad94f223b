import { eq, inArray, sql } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import { pick } from '#kit/kernel/pick.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { tenants, users } from '../tables.ts';

function reachOf(scope: Scope) {
  if (scope.kind === 'platform') return undefined;
  if (scope.kind === 'tenant') return eq(tenants.id, scope.tenantId);
  return scope.tenantIds.length > 0 ? inArray(tenants.id, [...scope.tenantIds]) : sql`false`;
}

/** What other features may join of an organisation, with the name of the agent above it. */
export function tenantView(scope: Scope) {
  const above = alias(tenants, 'tenant_above');
  return new QueryBuilder()
    .select({
      ...pick(tenants, 'id', 'realm', 'name', 'state', 'agentId'),
      agentName: sql<string | null>`${above.name}`.as('agent_name'),
      createdAt: tenants.createdAt,
    })
    .from(tenants)
    .leftJoin(above, eq(above.id, tenants.agentId))
    .where(reachOf(scope))
    .as('organisation');
}

/** What other features may join of an account; removed ones too, which past records still name. */
export function accountView<const N extends string = 'account'>(scope: Scope, name = 'account' as N) {
  const user = rows(scope, users);
  return new QueryBuilder()
    .select({
      ...pick(user, 'tenantId', 'id', 'account', 'name', 'avatar', 'userType', 'createdAt', 'removedAt'),
    })
    .from(user)
    .as(name);
}
