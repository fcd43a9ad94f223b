import { inArray } from 'drizzle-orm';
import { siteNames } from '#features/base/sites/server/public.ts';
import { findReleases, findShareReturns } from '#features/money/payments/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { rows } from '#kit/server/tables.ts';
import type { runsContract } from '../contract/runs.ts';
import { shareOrders } from '../tables.ts';
import { pageLines } from './line-queries.ts';
import { merchantScope, wholeMerchant } from './reach.ts';
import { findReceivers, type LineRow } from './share-queries.ts';

async function presentLines(context: StaffContext, lines: readonly LineRow[]) {
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
      ...pick(row, 'id', 'createdAt', 'orderId'),
      orderNumber: from?.number ?? '',
      fieldId: row.siteId,
      fieldName: names.get(row.siteId) ?? '',
      day: row.day,
      receiverId: row.receiverId,
      receiverName: receiver?.name ?? '',
      receiverKind: receiver?.kind ?? ('partner' as const),
      way: receiver?.way ?? ('account' as const),
      basisPoints: row.basisPoints,
      grossFen: from?.grossFen ?? 0,
      steps: from?.steps ?? [],
      baseFen: from?.baseFen ?? 0,
      ...pick(row, 'dueFen', 'paidFen', 'waitingFen'),
      openFen: row.dueFen - row.paidFen - row.waitingFen,
      ...pick(row, 'state', 'reason', 'reasonDetail', 'tries'),
      release: releases.get(from?.paymentId ?? '') ?? null,
      returns: returnsOf.get(row.id) ?? [],
    };
  });
}

export const lineHandlers: Handlers<Pick<typeof runsContract, 'listLines'>> = {
  async listLines(context, input) {
    const page = await pageLines(context.db.read, merchantScope(context), input);
    return { ...page, records: await presentLines(context, page.records) };
  },
};
