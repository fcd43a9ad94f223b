import { and, asc, count, eq, inArray, ne, sql } from 'drizzle-orm';
import { ownerView, tenantView } from '#features/base/accounts/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { listing, newestFirst } from '#kit/server/listing.ts';
import { elsewhere, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope } from '#kit/server/scope.ts';
import { agentsContract } from '../contract/agents.ts';

/** Agents with the account that owns them; null ids: all of the platform. */
export async function selectAgents(reader: Reader, ids: readonly string[] | null) {
  const tenant = tenantView(platformScope);
  const owner = ownerView();
  return reader
    .select({
      ...pick(tenant, 'id', 'name', 'agentId', 'shareBasisPoints', 'state', 'createdAt'),
      ...pick(owner, 'account', 'phone'),
    })
    .from(tenant)
    .leftJoin(owner, eq(owner.tenantId, tenant.id))
    .where(and(eq(tenant.realm, 'agent'), ids ? inArray(tenant.id, [...ids]) : undefined))
    .orderBy(asc(tenant.createdAt), asc(tenant.id));
}
export type AgentRow = Awaited<ReturnType<typeof selectAgents>>[number];

export async function countMerchants(reader: Reader): Promise<Map<string, number>> {
  const tenant = tenantView(platformScope);
  const found = await reader
    .select({ agentId: tenant.agentId, merchants: count() })
    .from(tenant)
    .where(eq(tenant.realm, 'merchant'))
    .groupBy(tenant.agentId);
  return new Map(found.flatMap(({ agentId, merchants }) => (agentId ? [[agentId, merchants] as const] : [])));
}

/** What the sub-agents of an agent hold together, without one of them if asked. */
export async function sumOfShares(reader: Reader, parentId: string, exceptId = ''): Promise<number> {
  const tenant = tenantView(platformScope);
  const [found] = await reader
    .select({ total: sql<number>`coalesce(sum(${tenant.shareBasisPoints}), 0)::int` })
    .from(tenant)
    .where(and(eq(tenant.agentId, parentId), eq(tenant.realm, 'agent'), ne(tenant.id, exceptId)));
  return found?.total ?? 0;
}

/** Merchants under these agents; null: under any agent. */
export const pageMerchants = listing(
  agentsContract.agentMerchants,
  (reader, agentIds: readonly string[] | null, input) => {
    const tenant = tenantView(platformScope);
    return pageRows(reader, input, {
      from: () =>
        reader
          .select(pick(tenant, 'id', 'name', 'agentId', 'agentName', 'state', 'createdAt'))
          .from(tenant)
          .$dynamic(),
      where: and(eq(tenant.realm, 'merchant'), agentIds ? inArray(tenant.agentId, [...agentIds]) : undefined),
      filters: { agentId: elsewhere, keyword: search(tenant.name, tenant.id) },
      ...newestFirst(tenant),
      sort: { createdAt: tenant.createdAt, name: tenant.name },
    });
  },
);
