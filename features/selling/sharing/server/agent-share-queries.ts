import { and, gte, lt, sql } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import { listing } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, rows } from '#kit/server/tables.ts';
import { statementsContract } from '../contract/statements.ts';
import { nextMonth } from '../rules/periods.ts';
import { agentShares } from '../tables.ts';

const inMonth = (share: ColumnsOf<typeof agentShares>) => (month: string) =>
  and(gte(share.day, `${month}-01`), lt(share.day, nextMonth(month)));

export const pageAgentShares = listing(statementsContract.listAgentShares, (reader, scope, input) => {
  const share = rows(scope, agentShares);
  return pageRows(reader, input, {
    from: () => reader.select().from(share),
    filters: {
      month: inMonth(share),
      agentId: equals(share.tenantId),
      merchantId: equals(share.merchantId),
    },
    sort: { day: share.day, amountFen: share.amountFen },
    usual: { by: 'day', order: 'desc' },
    tie: share.id,
  });
});

export function sumByAgent(reader: Reader, scope: Scope, month: string | undefined) {
  const share = rows(scope, agentShares);
  return reader
    .select({
      agentId: share.tenantId,
      amountFen: sql<number>`sum(${share.amountFen})::bigint`.mapWith(Number),
      merchants: sql<number>`count(distinct ${share.merchantId})`.mapWith(Number),
    })
    .from(share)
    .where(month ? inMonth(share)(month) : undefined)
    .groupBy(share.tenantId);
}
