import { and, asc, count, desc, eq, ilike, inArray, isNull, lte, not, type SQL, sql, sum } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { likePattern, orderBy } from '#kit/server/paging.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows, type TenantTable } from '#kit/server/tables.ts';
import type { GiftRecord, GiftTypeRecord } from '../contract/records.ts';
import type { giftsContract } from '../contract.ts';
import { giftPlacements, gifts, giftTypes } from '../tables.ts';

type Gifts = typeof gifts extends TenantTable<infer T> ? T : never;
export type GiftRow = Gifts['$inferSelect'];
type ListInput = ParsedInputOf<typeof giftsContract.listGifts>;

function matching(gift: Gifts, input: Pick<ListInput, 'name' | 'typeId' | 'lowStock'>): SQL | undefined {
  const low = lte(gift.stock, gift.alarmThreshold);
  return and(
    isNull(gift.removedAt),
    input.name ? ilike(gift.name, likePattern(input.name)) : undefined,
    input.typeId ? eq(gift.typeId, input.typeId) : undefined,
    input.lowStock === undefined ? undefined : input.lowStock ? low : not(low),
  );
}

export async function selectGifts(
  reader: Reader,
  scope: Scope,
  input: ListInput,
  window: { limit: number; offset: number },
): Promise<GiftRow[]> {
  const gift = rows(scope, gifts);
  const order = orderBy(
    input,
    { name: gift.name, stock: gift.stock, costFen: gift.costFen, createdAt: gift.createdAt },
    { sort: 'createdAt', order: 'desc' },
    gift.id,
  );
  return reader
    .select()
    .from(gift)
    .where(matching(gift, input))
    .orderBy(...order)
    .limit(window.limit)
    .offset(window.offset);
}

export async function countGifts(reader: Reader, scope: Scope, input: ListInput): Promise<number> {
  const gift = rows(scope, gifts);
  const [found] = await reader.select({ total: count() }).from(gift).where(matching(gift, input));
  return found?.total ?? 0;
}

export async function selectAllGifts(reader: Reader, scope: Scope): Promise<GiftRow[]> {
  const gift = rows(scope, gifts);
  return reader
    .select()
    .from(gift)
    .where(isNull(gift.removedAt))
    .orderBy(desc(gift.createdAt), desc(gift.id));
}

export async function selectGift(reader: Reader, scope: Scope, id: string): Promise<GiftRow | undefined> {
  const gift = rows(scope, gifts);
  const [found] = await reader
    .select()
    .from(gift)
    .where(and(eq(gift.id, id), isNull(gift.removedAt)));
  return found;
}

export async function selectLowGifts(reader: Reader, scope: Scope): Promise<GiftRow[]> {
  const gift = rows(scope, gifts);
  return reader
    .select()
    .from(gift)
    .where(matching(gift, { lowStock: true }))
    .orderBy(asc(gift.id));
}

/** Always in the order of their ids, so that two who need the same rows never wait for each other crosswise. */
export async function lockGifts(tx: Tx, scope: Scope, ids: readonly string[]): Promise<Map<string, GiftRow>> {
  const gift = rows(scope, gifts);
  const found = await tx
    .select()
    .from(gift)
    .where(and(isNull(gift.removedAt), inArray(gift.id, [...ids])))
    .orderBy(asc(gift.id))
    .for('update');
  return new Map(found.map((row) => [row.id, row]));
}

export async function selectTypes(reader: Reader, scope: Scope): Promise<GiftTypeRecord[]> {
  const type = rows(scope, giftTypes);
  const gift = rows(scope, gifts);
  return reader
    .select({ id: type.id, name: type.name, sort: type.sort, giftCount: count(gift.id) })
    .from(type)
    .leftJoin(gift, and(eq(gift.typeId, type.id), isNull(gift.removedAt)))
    .groupBy(type.id, type.name, type.sort)
    .orderBy(asc(type.sort), asc(type.id));
}

/** Types are few: whoever changes them, or puts a gift under one, waits for the others. */
export async function lockTypes(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`gift_type:${tenantId}`}, 0))`);
}

export interface DeviceFigures {
  devices: number;
  stock: number;
}

/** Of the given devices only, where some are named. */
export async function deviceFigures(
  reader: Reader,
  scope: Scope,
  giftIds: readonly string[],
  deviceIds?: readonly string[],
): Promise<Map<string, DeviceFigures>> {
  if (giftIds.length === 0 || deviceIds?.length === 0) return new Map();
  const placement = rows(scope, giftPlacements);
  const found = await reader
    .select({ giftId: placement.giftId, devices: count(), stock: sum(placement.stock).mapWith(Number) })
    .from(placement)
    .where(
      and(inArray(placement.giftId, [...giftIds]), deviceIds && inArray(placement.deviceId, [...deviceIds])),
    )
    .groupBy(placement.giftId);
  return new Map(found.map(({ giftId, devices, stock }) => [giftId, { devices, stock }]));
}

export const isLow = (row: { stock: number; alarmThreshold: number }) => row.stock <= row.alarmThreshold;

export async function toGiftRecords(
  reader: Reader,
  scope: Scope,
  list: readonly GiftRow[],
  deviceIds?: readonly string[],
): Promise<GiftRecord[]> {
  const [types, figures] = await Promise.all([
    selectTypes(reader, scope),
    deviceFigures(
      reader,
      scope,
      list.map((row) => row.id),
      deviceIds,
    ),
  ]);
  const typeNames = new Map(types.map((type) => [type.id, type.name]));
  return list.map((row) => ({
    ...row,
    typeName: typeNames.get(row.typeId) ?? '',
    lowStock: isLow(row),
    equipmentNumber: figures.get(row.id)?.devices ?? 0,
    equipmentStock: figures.get(row.id)?.stock ?? 0,
    createdAt: row.createdAt.toISOString(),
  }));
}
