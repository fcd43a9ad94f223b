import { and, eq, gte, lt, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { startOfDay } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { orderBy, selectPage } from '#kit/server/paging.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { insert, rows, type TenantTable, update } from '#kit/server/tables.ts';
import type { issueContract } from '../contract/issue.ts';
import { coinIssueLimits, coinIssues } from '../tables.ts';
import { endOfDay } from './machines.ts';

type Issues = typeof coinIssues extends TenantTable<infer T> ? T : never;
export type IssueRow = Issues['$inferSelect'];

export async function insertIssue(
  tx: Tx,
  tenantId: string,
  values: Omit<Issues['$inferInsert'], 'tenantId'>,
): Promise<IssueRow> {
  const [row] = await insert(tx, tenantScope(tenantId), coinIssues, values);
  return row as IssueRow;
}

export async function updateIssue(
  tx: Tx,
  tenantId: string,
  issueId: string,
  set: Pick<IssueRow, 'state' | 'counted' | 'reason' | 'settledAt'>,
): Promise<IssueRow | undefined> {
  const [row] = await update(tx, tenantScope(tenantId), coinIssues, ({ id }) => eq(id, issueId), set);
  return row;
}

export async function findIssue(reader: Reader, scope: Scope, id: string): Promise<IssueRow | undefined> {
  const issue = rows(scope, coinIssues);
  const [found] = await reader.select().from(issue).where(eq(issue.id, id));
  return found;
}

export async function findIssueByRequest(
  reader: Reader,
  person: { tenantId: string; userId: string },
  requestId: string,
): Promise<IssueRow | undefined> {
  const issue = rows(tenantScope(person.tenantId), coinIssues);
  const [found] = await reader
    .select()
    .from(issue)
    .where(and(eq(issue.userId, person.userId), eq(issue.requestId, requestId)));
  return found;
}

/** What counts against a person's day: what was counted, and what may still come. */
export async function issuedOnDay(
  reader: Reader,
  person: { tenantId: string; userId: string },
  day: string,
): Promise<number> {
  const issue = rows(tenantScope(person.tenantId), coinIssues);
  const [found] = await reader
    .select({
      coins: sql<number>`coalesce(sum(case
        when ${issue.state} in ('pending', 'unknown') then ${issue.coins}
        else coalesce(${issue.counted}, ${issue.coins}) end), 0)::int`,
    })
    .from(issue)
    .where(and(eq(issue.userId, person.userId), eq(issue.day, day)));
  return found?.coins ?? 0;
}

export async function readLimit(reader: Reader, tenantId: string): Promise<number | undefined> {
  const limit = rows(tenantScope(tenantId), coinIssueLimits);
  const [found] = await reader.select({ perDay: limit.perDay }).from(limit);
  return found?.perDay;
}

export async function writeLimit(tx: Tx, tenantId: string, perDay: number): Promise<void> {
  await tx.execute(sql`insert into coin_issue_limit (tenant_id, per_day) values (${tenantId}, ${perDay})
    on conflict (tenant_id) do update set per_day = excluded.per_day`);
}

export function pageIssues(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof issueContract.listIssues>,
) {
  const issue = rows(scope, coinIssues);
  const where = and(
    input.fieldId ? eq(issue.siteId, input.fieldId) : undefined,
    input.equipmentId ? eq(issue.deviceId, input.equipmentId) : undefined,
    input.way ? eq(issue.way, input.way) : undefined,
    input.state ? eq(issue.state, input.state) : undefined,
    input.from ? gte(issue.createdAt, startOfDay(input.from)) : undefined,
    input.to ? lt(issue.createdAt, endOfDay(input.to)) : undefined,
  );
  const order = orderBy(
    input,
    { createdAt: issue.createdAt, coins: issue.coins },
    { sort: 'createdAt', order: 'desc' },
    issue.id,
  );
  return selectPage<IssueRow>(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(issue)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    async () => {
      const [found] = await reader.select({ total: sql<number>`count(*)::int` }).from(issue).where(where);
      return found?.total ?? 0;
    },
  );
}
