import { and, count, eq, inArray } from 'drizzle-orm';
import { findReleases, findShareReturns } from '#features/payments/server/public.ts';
import { siteNames } from '#features/sites/server/public.ts';
import type { Handler, StaffContext } from '#kit/server/context.ts';
import { orderBy, selectPage } from '#kit/server/paging.ts';
import { rows } from '#kit/server/tables.ts';
import type { LineRecord, runsContract } from '../contract/runs.ts';
import { shareLines, shareOrders } from '../tables.ts';
import { merchantScope, wholeMerchant } from './reach.ts';
import { findReceivers, type LineRow } from './rows.ts';

async function presentLines(context: StaffContext, lines: readonly LineRow[]): Promise<LineRecord[]> {
  if (lines.length === 0) return [];
  const scope = merchantScope(context);
  const reader = context.db.read;
  const shared = rows(scope, shareOrders);
  const ids = (key: 'orderId' | 'receiverId' | 'siteId') => [...new Set(lines.map((row) => row[key]))];
  const [orders, receivers, names] = await Promise.all([
    reader
      .select()
      .from(shared)
      .where(inArray(shared.orderId, ids('orderId'))),
    findReceivers(reader, wholeMerchant(context), ids('receiverId')),
    siteNames(reader, scope, ids('siteId')),
  ]);
  const orderOf = new Map(orders.map((row) => [row.orderId, row]));
  const [releases, returns] = await Promise.all([
    findReleases(
      reader,
      scope.tenantId,
      orders.flatMap(({ paymentId }) => paymentId ?? []),
    ),
    findShareReturns(
      reader,
      scope.tenantId,
      lines.map(({ id }) => id),
    ),
  ]);
  const returnsOf = Map.groupBy(returns, ({ receiverKey }) => receiverKey);
  return lines.map((row) => {
    const from = orderOf.get(row.orderId);
    const receiver = receivers.get(row.receiverId);
    return {
      id: row.id,
      createdAt: row.createdAt.toISOString(),
      orderId: row.orderId,
      orderNumber: from?.number ?? '',
      fieldId: row.siteId,
      fieldName: names.get(row.siteId) ?? '',
      day: row.day,
      receiverId: row.receiverId,
      receiverName: receiver?.name ?? '',
      receiverKind: receiver?.kind ?? 'partner',
      way: receiver?.way ?? 'account',
      basisPoints: row.basisPoints,
      grossFen: from?.grossFen ?? 0,
      steps: from?.steps ?? [],
      baseFen: from?.baseFen ?? 0,
      dueFen: row.dueFen,
      paidFen: row.paidFen,
      waitingFen: row.waitingFen,
      state: row.state,
      reason: row.reason,
      reasonDetail: row.reasonDetail,
      tries: row.tries,
      release: releases.get(from?.paymentId ?? '') ?? null,
      returns: (returnsOf.get(row.id) ?? []).map((back) => ({
        ...back,
        createdAt: back.createdAt.toISOString(),
      })),
    };
  });
}

export const listLines: Handler<typeof runsContract.listLines> = async (context, input) => {
  const scope = merchantScope(context);
  const reader = context.db.read;
  const line = rows(scope, shareLines);
  const where = and(
    input.runId ? eq(line.runId, input.runId) : undefined,
    input.fieldId ? eq(line.siteId, input.fieldId) : undefined,
    input.receiverId ? eq(line.receiverId, input.receiverId) : undefined,
    input.state ? eq(line.state, input.state) : undefined,
  );
  const order = orderBy(
    input,
    { createdAt: line.createdAt, dueFen: line.dueFen },
    { sort: 'createdAt', order: 'desc' },
    line.orderId,
  );
  const page = await selectPage(
    input,
    ({ limit, offset }) =>
      reader
        .select()
        .from(line)
        .where(where)
        .orderBy(...order, line.id)
        .limit(limit)
        .offset(offset),
    async () => (await reader.select({ total: count() }).from(line).where(where))[0]?.total ?? 0,
  );
  return { ...page, records: await presentLines(context, page.records) };
};
