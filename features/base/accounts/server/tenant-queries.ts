import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { findPlain } from '#kit/server/row-statements.ts';
import { tenants } from '../tables.ts';

export type TenantRow = typeof tenants.$inferSelect;

export async function findTenant(reader: Reader, id: string): Promise<TenantRow | undefined> {
  const [found] = await reader.select().from(tenants).where(eq(tenants.id, id));
  return found;
}

export async function findTenants(reader: Reader, ids: readonly string[]): Promise<Map<string, TenantRow>> {
  if (ids.length === 0) return new Map();
  const found = await reader
    .select()
    .from(tenants)
    .where(inArray(tenants.id, [...new Set(ids)]));
  return new Map(found.map((row) => [row.id, row]));
}

/** Locked until the transaction ends, so that sums and states judged now still hold at commit. */
export async function lockTenant(tx: Tx, id: string): Promise<TenantRow | undefined> {
  const [found] = await findPlain(tx, tenants, { id }, 'update');
  return found;
}

export async function tenantNames(reader: Reader, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const found = await reader
    .select({ id: tenants.id, name: tenants.name })
    .from(tenants)
    .where(inArray(tenants.id, [...new Set(ids)]));
  return new Map(found.map(({ id, name }) => [id, name]));
}

export const countUntreatedTenants = (reader: Reader): Promise<number> =>
  reader.$count(tenants, eq(tenants.reviewState, 'untreated'));

/** The agent itself and all agents below it. */
export async function agentSubtreeIds(reader: Reader, agentId: string): Promise<string[]> {
  const found = await reader.execute<{ id: string }>(sql`
    with recursive below as (
      select id from tenant where id = ${agentId} and realm = 'agent'
      union
      select t.id from tenant t join below b on t.agent_id = b.id where t.realm = 'agent'
    ) select id from below`);
  return [...found].map(({ id }) => id);
}

/** All tenants whose figures an agent may see: its own, its sub-agents' and their merchants'. */
export async function tenantsUnderAgent(reader: Reader, agentId: string): Promise<string[]> {
  const found = await reader.execute<{ id: string }>(sql`
    with recursive below as (
      select id from tenant where id = ${agentId}
      union
      select t.id from tenant t join below b on t.agent_id = b.id
    ) select id from below`);
  return [...found].map(({ id }) => id);
}

/** The organisations that stand directly under an agent, or (null) under the platform. */
export async function tenantsBelow(reader: Reader, agentId: string | null): Promise<TenantRow[]> {
  return reader
    .select()
    .from(tenants)
    .where(
      agentId === null
        ? and(isNull(tenants.agentId), ne(tenants.realm, 'platform'))
        : eq(tenants.agentId, agentId),
    )
    .orderBy(tenants.createdAt, tenants.id);
}

/** Everyone below an agent, directly or not, or (null) everyone but the platform; the older first. */
export async function tenantsInTree(reader: Reader, agentId: string | null): Promise<TenantRow[]> {
  const within =
    agentId === null
      ? ne(tenants.realm, 'platform')
      : and(inArray(tenants.id, await tenantsUnderAgent(reader, agentId)), ne(tenants.id, agentId));
  return reader.select().from(tenants).where(within).orderBy(tenants.createdAt, tenants.id);
}

/** The agents above a tenant, nearest first: those whose scope changes when the tenant moves. */
export async function agentsAbove(reader: Reader, agentId: string | null): Promise<string[]> {
  if (agentId === null) return [];
  const found = await reader.execute<{ id: string }>(sql`
    with recursive above as (
      select id, agent_id from tenant where id = ${agentId}
      union
      select t.id, t.agent_id from tenant t join above a on a.agent_id = t.id
    ) select id from above`);
  return [...found].map(({ id }) => id);
}

export async function nextTenantId(tx: Tx): Promise<string> {
  const [next] = await tx.execute<{ number: string }>(sql`select nextval('tenant_number')::text as number`);
  return next!.number.padStart(6, '0');
}

export async function insertTenant(tx: Tx, values: typeof tenants.$inferInsert): Promise<void> {
  await tx.insert(tenants).values(values);
}

export async function updateTenant(tx: Tx, id: string, set: Partial<TenantRow>): Promise<void> {
  await tx.update(tenants).set(set).where(eq(tenants.id, id));
}
