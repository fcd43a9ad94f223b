import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { alias, QueryBuilder } from 'drizzle-orm/pg-core';
import { pick } from '#kit/kernel/pick.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { rows } from '#kit/server/tables.ts';
import { accountSites, roles, tenants, users } from '../tables.ts';

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
      ...pick(tenants, 'id', 'realm', 'name', 'state', 'agentId', 'shareBasisPoints'),
      ...pick(tenants, 'reviewState', 'reviewReason', 'inviterPhone'),
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

/** The account that owns a merchant or an agent, for those who look after organisations. */
export function ownerView() {
  const user = rows(platformScope, users);
  return new QueryBuilder()
    .select({ ...pick(user, 'tenantId', 'account', 'phone') })
    .from(user)
    .where(and(inArray(user.userType, [userTypes.merchant, userTypes.agent]), isNull(user.removedAt)))
    .as('owner');
}

export function roleView(scope: Scope) {
  const role = rows(scope, roles);
  return new QueryBuilder()
    .select(pick(role, 'tenantId', 'id', 'title'))
    .from(role)
    .as('job_role');
}

/** Which sites are named for an account. */
export function workplaceView(scope: Scope) {
  const link = rows(scope, accountSites);
  return new QueryBuilder()
    .select(pick(link, 'tenantId', 'userId', 'siteId'))
    .from(link)
    .as('workplace');
}
