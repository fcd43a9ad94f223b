import { eq, sql } from 'drizzle-orm';
import { daysThere } from '#features/machines/devices/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, insert, type NewRowOf, type RowOf, rows, update } from '#kit/server/tables.ts';
import { issueContract } from '../contract/issue.ts';
import { coinIssueLimits, coinIssues } from '../tables.ts';
import { machineJoins } from './machine-queries.ts';

export type IssueRow = RowOf<typeof coinIssues>;

export async function insertIssue(
  tx: Tx,
  tenantId: string,
  values: NewRowOf<typeof coinIssues>,
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
  const [row] = await update(tx, tenantScope(tenantId), coinIssues, { id: issueId }, set);
  return row;
}

export async function findIssueByRequest(
  reader: Reader,
  person: { tenantId: string; userId: string },
  requestId: string,
): Promise<IssueRow | undefined> {
  const { tenantId, userId } = person;
  const [found] = await find(reader, tenantScope(tenantId), coinIssues, { userId, requestId });
  return found;
}

export type IssueLimit = Pick<RowOf<typeof coinIssueLimits>, 'goodsPerDay'>;

export async function readLimit(reader: Reader, tenantId: string): Promise<IssueLimit | undefined> {
  const [found] = await find(reader, tenantScope(tenantId), coinIssueLimits, {});
  return found && { goodsPerDay: found.goodsPerDay };
}

export async function writeLimit(tx: Tx, tenantId: string, limit: IssueLimit): Promise<void> {
  await tx.execute(sql`insert into coin_issue_limit (tenant_id, goods_per_day)
    values (${tenantId}, ${limit.goodsPerDay})
    on conflict (tenant_id) do update set goods_per_day = excluded.goods_per_day`);
}

/** With what their machines and sites are called. */
function joinedIssues(reader: Reader, scope: Scope) {
  const issue = rows(scope, coinIssues);
  const { device, site, ofDevice, ofSite } = machineJoins(scope);
  const from = () =>
    reader.select().from(issue).leftJoin(device, ofDevice(issue)).leftJoin(site, ofSite(issue));
  return { issue, from };
}
export type ListedIssue = Awaited<ReturnType<typeof pageIssues>>['records'][number];

export const pageIssues = listing(issueContract.listIssues, (reader, scope, input) => {
  const { issue, from } = joinedIssues(reader, scope);
  return pageRows(reader, input, {
    from,
    filters: {
      fieldId: equals(issue.siteId),
      equipmentId: equals(issue.deviceId),
      way: equals(issue.way),
      state: equals(issue.state),
      ...daysThere(issue),
    },
    ...newestFirst(issue),
    sort: { createdAt: issue.createdAt, coins: issue.coins },
  });
});

export async function readListedIssue(
  reader: Reader,
  scope: Scope,
  id: string,
): Promise<ListedIssue | undefined> {
  const { issue, from } = joinedIssues(reader, scope);
  const [found] = await from().where(eq(issue.id, id));
  return found;
}
