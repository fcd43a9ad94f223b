import { and, asc, count, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { listing, newestFirst } from '#kit/server/listing.ts';
import { elsewhere, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { find, rows } from '#kit/server/tables.ts';
import { agentsContract } from '../contract/agents.ts';
import { tenants, users } from '../tables.ts';
import type { UserRow } from './user-queries.ts';

/** Agents with the account that owns them; null ids: all of the platform. */
export async function selectAgents(reader: Reader, ids: readonly string[] | null) {
  const owner = rows(platformScope, users);
  return reader
    .select()
    .from(tenants)
    .leftJoin(
      owner,
      and(eq(owner.tenantId, tenants.id), eq(owner.userType, userTypes.agent), isNull(owner.removedAt)),
    )
    .where(and(eq(tenants.realm, 'agent'), ids ? inArray(tenants.id, [...ids]) : undefined))
    .orderBy(asc(tenants.createdAt), asc(tenants.id));
}
export type AgentRow = Awaited<ReturnType<typeof selectAgents>>[number];

export async function countMerchants(reader: Reader): Promise<Map<string, number>> {
  const found = await reader
    .select({ agentId: tenants.agentId, merchants: count() })
    .from(tenants)
    .where(eq(tenants.realm, 'merchant'))
    .groupBy(tenants.agentId);
  return new Map(found.flatMap(({ agentId, merchants }) => (agentId ? [[agentId, merchants] as const] : [])));
}

export async function findAgentOwner(reader: Reader, tenantId: string): Promise<UserRow | undefined> {
  const [owner] = await find(reader, platformScope, users, {
    tenantId,
    userType: userTypes.agent,
    removedAt: null,
  });
  return owner;
}

/** What the sub-agents of an agent hold together, without one of them if asked. */
export async function sumOfShares(reader: Reader, parentId: string, exceptId = ''): Promise<number> {
  const [found] = await reader
    .select({ total: sql<number>`coalesce(sum(${tenants.shareBasisPoints}), 0)::int` })
    .from(tenants)
    .where(and(eq(tenants.agentId, parentId), eq(tenants.realm, 'agent'), ne(tenants.id, exceptId)));
  return found?.total ?? 0;
}

/** Merchants under these agents; null: under any agent. */
export const pageMerchants = listing(
  agentsContract.agentMerchants,
  (reader, agentIds: readonly string[] | null, input) => {
    const agent = alias(tenants, 'agent');
    return pageRows(reader, input, {
      from: () =>
        reader
          .select({
            ...pick(tenants, 'id', 'name', 'agentId'),
            agentName: agent.name,
            state: tenants.state,
            createdAt: tenants.createdAt,
          })
          .from(tenants)
          .leftJoin(agent, eq(agent.id, tenants.agentId))
          .$dynamic(),
      where: and(
        eq(tenants.realm, 'merchant'),
        agentIds ? inArray(tenants.agentId, [...agentIds]) : undefined,
      ),
      filters: { agentId: elsewhere, keyword: search(tenants.name, tenants.id) },
      ...newestFirst(tenants),
      sort: { createdAt: tenants.createdAt, name: tenants.name },
    });
  },
);
