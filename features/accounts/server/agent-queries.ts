import { and, asc, count, eq, ilike, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import { likePattern, orderBy } from '#kit/server/paging.ts';
import { platformScope } from '#kit/server/scope.ts';
import { userTypes } from '#kit/server/session.ts';
import { rows } from '#kit/server/tables.ts';
import { tenants, users } from '../tables.ts';

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
    .select({ agentId: tenants.agentId, total: count() })
    .from(tenants)
    .where(eq(tenants.realm, 'merchant'))
    .groupBy(tenants.agentId);
  return new Map(found.flatMap(({ agentId, total }) => (agentId ? [[agentId, total] as const] : [])));
}

/** What the sub-agents of an agent hold together, without one of them if asked. */
export async function sumOfShares(reader: Reader, parentId: string, exceptId = ''): Promise<number> {
  const [found] = await reader
    .select({ total: sql<number>`coalesce(sum(${tenants.shareBasisPoints}), 0)::int` })
    .from(tenants)
    .where(and(eq(tenants.agentId, parentId), eq(tenants.realm, 'agent'), ne(tenants.id, exceptId)));
  return found?.total ?? 0;
}

interface MerchantPage {
  sort?: 'createdAt' | 'name';
  order?: 'asc' | 'desc';
  keyword?: string;
}

/** Merchants under these agents; null: under any agent. */
export function merchantsUnder(reader: Reader, agentIds: readonly string[] | null, input: MerchantPage) {
  const where = and(
    eq(tenants.realm, 'merchant'),
    agentIds ? inArray(tenants.agentId, [...agentIds]) : undefined,
    input.keyword ? ilike(tenants.name, likePattern(input.keyword)) : undefined,
  );
  return {
    list: (limit: number, offset: number) =>
      reader
        .select()
        .from(tenants)
        .where(where)
        .orderBy(
          ...orderBy(
            input,
            { createdAt: tenants.createdAt, name: tenants.name },
            { sort: 'createdAt', order: 'desc' },
            tenants.id,
          ),
        )
        .limit(limit)
        .offset(offset),
    total: async () => (await reader.select({ total: count() }).from(tenants).where(where))[0]?.total ?? 0,
  };
}
