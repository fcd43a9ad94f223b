import { and, count, eq, gt, inArray, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { runsContract } from '../contract/runs.ts';
import { shareDebts, shareLines, shareOrders, shareReceivers, shareRuns, shareVersions } from '../tables.ts';

const fenSum = (what: unknown) => sql<number>`coalesce(sum(${what}), 0)::bigint`.mapWith(Number);

/** What came of each run. */
export async function sumsOf(reader: Reader, scope: Scope, runIds: readonly string[]) {
  const order = rows(scope, shareOrders);
  const line = rows(scope, shareLines);
  const [orders, lines] = await Promise.all([
    reader
      .select({
        runId: order.runId,
        orders: count(),
        grossFen: fenSum(order.grossFen),
        baseFen: fenSum(order.baseFen),
      })
      .from(order)
      .where(inArray(order.runId, [...runIds]))
      .groupBy(order.runId),
    reader
      .select({
        runId: line.runId,
        earnedFen: fenSum(line.earnedFen),
        paidFen: fenSum(line.paidFen),
        waitingFen: fenSum(line.waitingFen),
        failedFen: sql<number>`coalesce(sum(${line.dueFen} - ${line.paidFen} - ${line.waitingFen})
          filter (where ${line.state} = 'failed'), 0)::bigint`.mapWith(Number),
        failedLines: sql<number>`count(*) filter (where ${line.state} = 'failed')`.mapWith(Number),
      })
      .from(line)
      .where(inArray(line.runId, [...runIds]))
      .groupBy(line.runId),
  ]);
  const orderSums = new Map(orders.map((row) => [row.runId, row]));
  const lineSums = new Map(lines.map((row) => [row.runId, row]));
  return (runId: string) => ({
    orders: orderSums.get(runId)?.orders ?? 0,
    grossFen: orderSums.get(runId)?.grossFen ?? 0,
    baseFen: orderSums.get(runId)?.baseFen ?? 0,
    earnedFen: lineSums.get(runId)?.earnedFen ?? 0,
    paidFen: lineSums.get(runId)?.paidFen ?? 0,
    waitingFen: lineSums.get(runId)?.waitingFen ?? 0,
    failedFen: lineSums.get(runId)?.failedFen ?? 0,
    failedLines: lineSums.get(runId)?.failedLines ?? 0,
  });
}

export const pageRuns = listing(runsContract.listRuns, (reader, scope, input) => {
  const run = rows(scope, shareRuns);
  const site = siteView(scope);
  const version = rows(scope, shareVersions);
  const { id, createdAt, endedAt, fromDay, toDay, state } = run;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, endedAt, fromDay, toDay, state },
          fieldId: run.siteId,
          fieldName: site.name,
          versionNumber: version.number,
        })
        .from(run)
        .innerJoin(version, and(eq(version.tenantId, run.tenantId), eq(version.id, run.versionId)))
        .leftJoin(site, atSite(site, run)),
    filters: { fieldId: equals(run.siteId), state: equals(run.state) },
    sort: { fromDay: run.fromDay, createdAt: run.createdAt },
    usual: { by: 'fromDay', order: 'desc' },
    tie: run.id,
  });
});

export const pageDebts = listing(runsContract.listDebts, (reader, scope, input) => {
  const debt = rows(scope, shareDebts);
  const shared = rows(scope, shareOrders);
  const receiver = rows(scope, shareReceivers);
  const { id, createdAt, receiverId, amountFen, openFen, reason, clearedAt } = debt;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, receiverId, amountFen, openFen, reason, clearedAt },
          orderNumber: shared.number,
          receiverName: receiver.name,
        })
        .from(debt)
        .innerJoin(shared, and(eq(shared.tenantId, debt.tenantId), eq(shared.orderId, debt.orderId)))
        .innerJoin(receiver, and(eq(receiver.tenantId, debt.tenantId), eq(receiver.id, debt.receiverId))),
    filters: {
      receiverId: equals(debt.receiverId),
      open: (open) => (open ? gt(debt.openFen, 0) : eq(debt.openFen, 0)),
    },
    sort: { createdAt: debt.createdAt },
    usual: { by: 'createdAt', order: 'desc' },
    tie: debt.id,
  });
});
