import { and, count, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { siteNames } from '#features/sites/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handler } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { orderBy, selectPage } from '#kit/server/paging.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { runsContract } from '../contract/runs.ts';
import { sharingChanged } from '../contract/shared.ts';
import { addDays } from '../periods.ts';
import { shareDebts, shareLines, shareOrders, shareRuns, shareVersions } from '../tables.ts';
import { payLines } from './pay-lines.ts';
import { merchantScope, wholeMerchant } from './reach.ts';
import { findReceivers, findRule } from './rows.ts';
import { runSite } from './run-site.ts';

const fenSum = (what: unknown) => sql<number>`coalesce(sum(${what}), 0)::bigint`.mapWith(Number);

async function sumsOf(reader: Reader, scope: Scope, runIds: readonly string[]) {
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

async function versionNumbers(reader: Reader, scope: Scope, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, number>();
  const version = rows(scope, shareVersions);
  const found = await reader
    .select({ id: version.id, number: version.number })
    .from(version)
    .where(inArray(version.id, [...new Set(ids)]));
  return new Map(found.map(({ id, number }) => [id, number]));
}

export const listRuns: Handler<typeof runsContract.listRuns> = async (context, input) => {
  const scope = merchantScope(context);
  const reader = context.db.read;
  const run = rows(scope, shareRuns);
  const where = and(
    input.fieldId ? eq(run.siteId, input.fieldId) : undefined,
    input.state ? eq(run.state, input.state) : undefined,
  );
  const order = orderBy(
    input,
    { fromDay: run.fromDay, createdAt: run.createdAt },
    { sort: 'fromDay', order: 'desc' },
    run.id,
  );
  const page = await selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(run)
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset),
    async () => (await reader.select({ total: count() }).from(run).where(where))[0]?.total ?? 0,
  );
  const [sums, names, numbers] = await Promise.all([
    sumsOf(
      reader,
      scope,
      page.records.map(({ id }) => id),
    ),
    siteNames(
      reader,
      scope,
      page.records.map(({ siteId }) => siteId),
    ),
    versionNumbers(
      reader,
      scope,
      page.records.map(({ versionId }) => versionId),
    ),
  ]);
  return {
    ...page,
    records: page.records.map((row) => ({
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      endedAt: row.endedAt?.toISOString() ?? null,
      fieldId: row.siteId,
      fieldName: names.get(row.siteId) ?? '',
      versionNumber: numbers.get(row.versionId) ?? 0,
      fromDay: row.fromDay,
      toDay: addDays(row.toDay, -1),
      state: row.state,
      ...sums(row.id),
    })),
  };
};

export const listDebts: Handler<typeof runsContract.listDebts> = async (context, input) => {
  const scope = wholeMerchant(context);
  const reader = context.db.read;
  const debt = rows(scope, shareDebts);
  const shared = rows(scope, shareOrders);
  const where = and(
    input.receiverId ? eq(debt.receiverId, input.receiverId) : undefined,
    input.open === undefined ? undefined : input.open ? gt(debt.openFen, 0) : eq(debt.openFen, 0),
  );
  const page = await selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select({
          id: debt.id,
          createdAt: debt.createdAt,
          receiverId: debt.receiverId,
          amountFen: debt.amountFen,
          openFen: debt.openFen,
          reason: debt.reason,
          clearedAt: debt.clearedAt,
          orderNumber: shared.number,
        })
        .from(debt)
        .innerJoin(shared, eq(shared.orderId, debt.orderId))
        .where(where)
        .orderBy(input.order === 'asc' ? debt.id : desc(debt.id))
        .limit(limit)
        .offset(offset),
    async () => (await reader.select({ total: count() }).from(debt).where(where))[0]?.total ?? 0,
  );
  const receivers = await findReceivers(
    reader,
    scope,
    page.records.map(({ receiverId }) => receiverId),
  );
  return {
    ...page,
    records: page.records.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      clearedAt: row.clearedAt?.toISOString() ?? null,
      receiverName: receivers.get(row.receiverId)?.name ?? '',
    })),
  };
};

export const runNow: Handler<typeof runsContract.runNow> = async (context, { fieldId }) => {
  const scope = merchantScope(context);
  const rule = await findRule(context.db.read, scope, fieldId);
  if (!rule) throw missing('sharing:error.noRule');
  const result = await runSite(context.services, rule, { open: true, retry: true });
  await context.db.transaction(async (tx) => {
    const name = (await siteNames(tx, scope, [fieldId])).get(fieldId) ?? '';
    await audit(tx, context, {
      action: 'sharing.runNow',
      entity: 'shareRule',
      entityId: fieldId,
      label: name,
      after: { ...result },
    });
  });
  return result;
};

export const retryLines: Handler<typeof runsContract.retryLines> = (context, input) =>
  context.db.transaction(async (tx) => {
    const scope = merchantScope(context);
    const line = rows(scope, shareLines);
    const found = await tx
      .select({ id: line.id })
      .from(line)
      .where(and(inArray(line.id, input.ids), inArray(line.state, ['failed', 'due'])));
    if (found.length === 0) throw missing('sharing:error.nothingToRetry');
    const ids = found.map(({ id }) => id);
    const result = await payLines(tx, context.services, scope.tenantId, ids);
    await audit(tx, context, {
      action: 'sharing.retry',
      entity: 'shareRule',
      entityId: scope.tenantId,
      label: context.session.name,
      after: { lines: ids.length, paidFen: result.paidFen, failed: result.failed },
    });
    await emit(tx, tenantTopic(scope.tenantId), sharingChanged);
    return { paid: ids.length - result.failed, failed: result.failed };
  });
