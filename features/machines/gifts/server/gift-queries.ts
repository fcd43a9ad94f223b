import { and, asc, count, desc, eq, gt, inArray, isNull, lte, sum } from 'drizzle-orm';
import { deviceView } from '#features/machines/devices/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, type RowOf, rows } from '#kit/server/tables.ts';
import { giftsContract } from '../contract.ts';
import { giftPlacements, gifts, giftTypes } from '../tables.ts';

export type GiftRow = RowOf<typeof gifts>;
export type TypedGiftRow = Omit<GiftRow, 'tenantId' | 'removedAt'> & { typeName: string | null };
type Gifts = ColumnsOf<typeof gifts>;

/** Gifts that are still there, with the name of their type. */
function selectTyped(reader: Reader, scope: Scope) {
  const gift = rows(scope, gifts);
  const type = rows(scope, giftTypes);
  const query = () =>
    reader
      .select({
        ...pick(gift, 'id', 'createdAt', 'typeId', 'name', 'picture', 'costFen', 'stock', 'alarmThreshold'),
        typeName: type.name,
      })
      .from(gift)
      .leftJoin(type, and(eq(type.tenantId, gift.tenantId), eq(type.id, gift.typeId)));
  return { gift, query };
}

const isLow = (gift: Gifts) => lte(gift.stock, gift.alarmThreshold);

export const pageGifts = listing(giftsContract.listGifts, (reader, scope, input) => {
  const { gift, query } = selectTyped(reader, scope);
  return pageRows(reader, input, {
    from: query,
    where: isNull(gift.removedAt),
    filters: {
      name: search(gift.name),
      typeId: equals(gift.typeId),
      lowStock: (low) => (low ? isLow(gift) : gt(gift.stock, gift.alarmThreshold)),
    },
    ...newestFirst(gift),
    sort: { name: gift.name, stock: gift.stock, costFen: gift.costFen, createdAt: gift.createdAt },
  });
});

/** The newest first; one alone where an id is named. */
export async function selectGifts(reader: Reader, scope: Scope, id?: string): Promise<TypedGiftRow[]> {
  const { gift, query } = selectTyped(reader, scope);
  return query()
    .where(and(isNull(gift.removedAt), id === undefined ? undefined : eq(gift.id, id)))
    .orderBy(desc(gift.createdAt), desc(gift.id));
}

export async function selectLowGifts(reader: Reader, scope: Scope): Promise<GiftRow[]> {
  const gift = rows(scope, gifts);
  return reader
    .select()
    .from(gift)
    .where(and(isNull(gift.removedAt), isLow(gift)))
    .orderBy(asc(gift.id));
}

/** Always in the order of their ids, so that two callers that need the same rows never deadlock. */
export async function lockGifts(tx: Tx, scope: Scope, ids: readonly string[]): Promise<Map<string, GiftRow>> {
  const found = await find(
    tx,
    scope,
    gifts,
    (gift) => and(isNull(gift.removedAt), inArray(gift.id, [...ids])),
    'update',
  );
  return new Map(found.map((row) => [row.id, row]));
}

export async function selectTypes(reader: Reader, scope: Scope) {
  const type = rows(scope, giftTypes);
  const gift = rows(scope, gifts);
  return reader
    .select({ id: type.id, name: type.name, sort: type.sort, giftCount: count(gift.id) })
    .from(type)
    .leftJoin(gift, and(eq(gift.tenantId, type.tenantId), eq(gift.typeId, type.id), isNull(gift.removedAt)))
    .groupBy(type.id, type.name, type.sort)
    .orderBy(asc(type.sort), asc(type.id));
}

/** Types are few. Changing them, or putting a gift under one, waits for others who do so. */
export async function lockTypes(tx: Tx, tenantId: string): Promise<void> {
  await holdName(tx, 'gift types', tenantId);
}

export interface DeviceFigures {
  devices: number;
  stock: number;
}

/** In how many devices gifts lie, and how many pieces; where a reach is named, of the devices there only. */
export async function deviceFigures(
  reader: Reader,
  scope: Scope,
  giftIds: readonly string[],
  reach?: Scope,
): Promise<Map<string, DeviceFigures>> {
  if (giftIds.length === 0) return new Map();
  const placement = rows(scope, giftPlacements);
  const device = deviceView(reach ?? scope);
  const figures = reader
    .select({ giftId: placement.giftId, devices: count(), stock: sum(placement.stock).mapWith(Number) })
    .from(placement);
  const found = await (reach
    ? figures.innerJoin(
        device,
        and(
          eq(device.tenantId, placement.tenantId),
          eq(device.id, placement.deviceId),
          isNull(device.unboundAt),
        ),
      )
    : figures
  )
    .where(inArray(placement.giftId, [...giftIds]))
    .groupBy(placement.giftId);
  return new Map(found.map(({ giftId, devices, stock }) => [giftId, { devices, stock }]));
}
