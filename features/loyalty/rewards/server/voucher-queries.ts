import { and, eq, gte, isNull, sql } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type RowOf, rows } from '#kit/server/tables.ts';
import type { vouchersContract } from '../contract/vouchers.ts';
import { voucherStateOf } from '../rules/voucher-rules.ts';
import { voucherBatches, vouchers } from '../tables.ts';

export type BatchRow = RowOf<typeof voucherBatches>;

const moment = (now: Date) => sql`${now.toISOString()}::timestamptz`;

export function pageBatches(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof vouchersContract.listVoucherBatches>,
  now: Date,
) {
  const batch = rows(scope, voucherBatches);
  const voucher = rows(scope, vouchers);
  const site = siteView(scope);
  // of the batches of the page alone: their vouchers stand together in the index by number
  const count = (which: ReturnType<typeof sql>) =>
    sql`(select count(*)::int from ${voucher} where ${voucher.tenantId} = ${batch.tenantId}
      and ${voucher.batchId} = ${batch.id} and ${which})`.mapWith(Number);
  const state = sql<string>`case when ${batch.voidedAt} is not null then 'voided'
    when ${batch.expiresAt} > ${moment(now)} then 'open' else 'expired' end`;
  const { id, createdAt, name, value, amount, cardName, pieces, perPlayer, expiresAt, voidedAt } = batch;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, name, value, amount, cardName, pieces, perPlayer, expiresAt, voidedAt },
          ...pick(batch, 'userName', 'userId', 'codesTakenAt'),
          fieldId: batch.siteId,
          fieldName: site.name,
          redeemed: count(sql`${voucher.redeemedAt} is not null`).as('redeemed'),
          unused: count(sql`${voucher.redeemedAt} is null and ${voucher.voidedAt} is null`).as('unused'),
        })
        .from(batch)
        .leftJoin(site, atSite(site, batch)),
    of: batch,
    filters: {
      id: equals(batch.id),
      name: search(batch.name),
      fieldId: equals(batch.siteId),
      value: equals(batch.value),
      state: equals(state),
    },
    ...newestFirst(batch),
    sort: { createdAt, expiresAt },
  });
}

export function pageVouchers(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof vouchersContract.listVouchers>,
  now: Date,
) {
  const voucher = rows(scope, vouchers);
  const batch = rows(scope, voucherBatches);
  const player = playerView();
  const state = sql<string>`case when ${voucher.redeemedAt} is not null then 'redeemed'
    when ${voucher.voidedAt} is not null or ${batch.voidedAt} is not null then 'voided'
    when ${batch.expiresAt} > ${moment(now)} then 'open' else 'expired' end`;
  const { id, number, redeemedAt, voidedAt, playerId } = voucher;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, number, redeemedAt, voidedAt, playerId },
          playerName: player.name,
          makerId: batch.userId,
          expiresAt: batch.expiresAt,
          batchVoidedAt: sql`${batch.voidedAt}`.mapWith(batch.voidedAt).as('batch_voided'),
        })
        .from(voucher)
        .innerJoin(batch, and(eq(batch.tenantId, voucher.tenantId), eq(batch.id, voucher.batchId)))
        .leftJoin(player, eq(player.id, voucher.playerId)),
    filters: { batchId: equals(voucher.batchId), state: equals(state) },
    sort: { number },
    usual: { by: 'number', order: 'asc' },
    tie: id,
  });
}

/** Vouchers of a batch that are still good, in the order of their numbers: all, or so many from a number on. */
export async function openVouchers(
  reader: Reader,
  scope: Scope,
  { id: batchId, expiresAt, voidedAt: batchVoidedAt }: BatchRow,
  now: Date,
  which?: { first: number; most: number },
): Promise<{ id: string; number: number }[]> {
  const untouched = { expiresAt, batchVoidedAt, voidedAt: null, redeemedAt: null };
  if (voucherStateOf(untouched, now) !== 'open') return [];
  const voucher = rows(scope, vouchers);
  const { id, number } = voucher;
  const good = and(
    eq(voucher.batchId, batchId),
    isNull(voucher.voidedAt),
    isNull(voucher.redeemedAt),
    which && gte(number, which.first),
  );
  const found = reader.select({ id, number }).from(voucher).where(good).orderBy(number).$dynamic();
  return which ? found.limit(which.most) : found;
}
