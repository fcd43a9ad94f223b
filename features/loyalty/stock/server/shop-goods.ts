import { and, asc, count, desc, eq, gt, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, rows } from '#kit/server/tables.ts';
import { goods, goodVariants, stockLevels, stockStores } from '../tables.ts';
import { inState } from './good-queries.ts';
import { freeOf } from './level-queries.ts';
import { total } from './store-queries.ts';

export interface ShopVariant {
  id: string;
  name: string;
  barcode: string | null;
  /** pieces that can still be had in this shop */
  free: number;
}

export interface ShopGood {
  id: string;
  name: string;
  categoryId: string;
  pictures: string[];
  description: string;
  pricePoints: number;
  priceTickets: number;
  priceFen: number;
  perPlayer: number | null;
  perPlayerDay: number | null;
  perDay: number | null;
  free: number;
}

/** The store that hands out at a site; undefined where there is none. */
export async function shopStoreOf(
  reader: Reader,
  tenantId: string,
  siteId: string,
): Promise<{ id: string; name: string } | undefined> {
  const [found] = await find(reader, tenantScope(tenantId), stockStores, { siteId, removedAt: null });
  return found && { id: found.id, name: found.name };
}

/** What a shop has on its shelf now. */
export const onShelfOf = (good: ColumnsOf<typeof goods>, storeId: string, now: Date): SQL | undefined =>
  and(
    isNull(good.removedAt),
    inState(good, 'on', now),
    or(eq(good.allShops, true), sql`${storeId}::uuid = any(${good.storeIds})`),
  );

/** Sold for money and nothing else: what also costs points or tickets is exchanged. */
export const forMoneyOf = (good: ColumnsOf<typeof goods>): SQL | undefined =>
  and(gt(good.priceFen, 0), eq(good.pricePoints, 0), eq(good.priceTickets, 0));

/** Exchanged for points, tickets, or a mix with money: what costs money alone is bought. */
export const forPointsOf = (good: ColumnsOf<typeof goods>): SQL | undefined =>
  or(gt(good.pricePoints, 0), gt(good.priceTickets, 0));

function shelf(reader: Reader, tenantId: string, storeId: string, now: Date) {
  const scope = tenantScope(tenantId);
  const good = rows(scope, goods);
  const variant = rows(scope, goodVariants);
  const level = rows(scope, stockLevels);
  const sums = new QueryBuilder()
    .select({ goodId: variant.goodId, free: total(freeOf(level)).as('free') })
    .from(level)
    .innerJoin(variant, and(eq(variant.tenantId, level.tenantId), eq(variant.id, level.variantId)))
    .where(and(eq(level.storeId, storeId), isNull(variant.removedAt)))
    .groupBy(variant.goodId)
    .as('shop_sum');
  const free = sql<number>`coalesce(${sums.free}, 0)`.mapWith(Number);
  const query = (where: SQL | undefined) =>
    reader
      .select({
        ...pick(good, 'id', 'name', 'categoryId', 'pictures', 'description', 'pricePoints', 'priceTickets'),
        ...pick(good, 'priceFen', 'perPlayer', 'perPlayerDay', 'perDay'),
        free,
      })
      .from(good)
      .leftJoin(sums, eq(sums.goodId, good.id))
      .where(and(onShelfOf(good, storeId, now), where));
  return { good, free, query };
}

interface ShelfWish {
  tenantId: string;
  storeId: string;
  now: Date;
  categoryId?: string | undefined;
  groupId?: string | undefined;
  /** only what is sold for money and nothing else */
  forMoney?: boolean | undefined;
  /** only what costs points or tickets */
  forPoints?: boolean | undefined;
}

const wished = (good: ColumnsOf<typeof goods>, wish: ShelfWish): SQL | undefined =>
  and(
    wish.categoryId ? eq(good.categoryId, wish.categoryId) : undefined,
    wish.groupId ? sql`${wish.groupId}::uuid = any(${good.groupIds})` : undefined,
    wish.forMoney ? forMoneyOf(good) : undefined,
    wish.forPoints ? forPointsOf(good) : undefined,
  );

/** Goods on the shelf that this shop hands out, a page at a time; what is sold out comes last. */
export async function pageShopGoods(
  reader: Reader,
  wish: ShelfWish & { current: number; size: number },
): Promise<ShopGood[]> {
  const { good, free, query } = shelf(reader, wish.tenantId, wish.storeId, wish.now);
  return query(wished(good, wish))
    .orderBy(desc(sql`${free} > 0`), desc(good.createdAt), asc(good.id))
    .limit(wish.size)
    .offset((wish.current - 1) * wish.size);
}

export async function countShopGoods(reader: Reader, wish: ShelfWish): Promise<number> {
  const good = rows(tenantScope(wish.tenantId), goods);
  const [found] = await reader
    .select({ total: count() })
    .from(good)
    .where(and(onShelfOf(good, wish.storeId, wish.now), wished(good, wish)));
  return found?.total ?? 0;
}

/** One variant as a shop sells it for money. */
export interface PricedVariant {
  variantId: string;
  goodId: string;
  /** of the good, and which one of it; empty where there is only one */
  name: string;
  variantName: string;
  picture: string | null;
  priceFen: number;
  perPlayer: number | null;
  perPlayerDay: number | null;
  perDay: number | null;
  free: number;
  /** false: it is not sold there for money now */
  onSale: boolean;
}

/** These variants as a shop sells them for money; one that nobody knows is absent. */
export async function readShopVariants(
  reader: Reader,
  wish: { tenantId: string; storeId: string; variantIds: readonly string[]; now: Date },
): Promise<Map<string, PricedVariant>> {
  const { tenantId, storeId, variantIds, now } = wish;
  if (variantIds.length === 0) return new Map();
  const scope = tenantScope(tenantId);
  const good = rows(scope, goods);
  const variant = rows(scope, goodVariants);
  const level = rows(scope, stockLevels);
  const onSale = and(isNull(variant.removedAt), onShelfOf(good, storeId, now), forMoneyOf(good));
  const found = await reader
    .select({
      variantId: variant.id,
      goodId: good.id,
      name: good.name,
      variantName: variant.name,
      ...pick(good, 'pictures', 'priceFen', 'perPlayer', 'perPlayerDay', 'perDay'),
      free: sql<number>`coalesce(${freeOf(level)}, 0)`.mapWith(Number),
      onSale: sql<boolean>`coalesce(${onSale}, false)`,
    })
    .from(variant)
    .innerJoin(good, and(eq(good.tenantId, variant.tenantId), eq(good.id, variant.goodId)))
    .leftJoin(
      level,
      and(eq(level.tenantId, variant.tenantId), eq(level.variantId, variant.id), eq(level.storeId, storeId)),
    )
    .where(inArray(variant.id, [...variantIds]));
  return new Map(
    found.map(({ pictures, ...one }) => [one.variantId, { ...one, picture: pictures[0] ?? null }]),
  );
}

/** One good as a shop hands it out, with its variants; undefined while it is not on the shelf there. */
export async function readShopGood(
  reader: Reader,
  { tenantId, storeId, goodId, now }: { tenantId: string; storeId: string; goodId: string; now: Date },
): Promise<(ShopGood & { variants: ShopVariant[] }) | undefined> {
  const { good, query } = shelf(reader, tenantId, storeId, now);
  const [found] = await query(eq(good.id, goodId));
  return found && { ...found, variants: await shopVariants(reader, tenantId, storeId, goodId) };
}

function shopVariants(
  reader: Reader,
  tenantId: string,
  storeId: string,
  goodId: string,
): Promise<ShopVariant[]> {
  const scope = tenantScope(tenantId);
  const variant = rows(scope, goodVariants);
  const level = rows(scope, stockLevels);
  return reader
    .select({
      ...pick(variant, 'id', 'name', 'barcode'),
      free: sql<number>`coalesce(${freeOf(level)}, 0)`.mapWith(Number),
    })
    .from(variant)
    .leftJoin(
      level,
      and(eq(level.tenantId, variant.tenantId), eq(level.variantId, variant.id), eq(level.storeId, storeId)),
    )
    .where(and(isNull(variant.removedAt), eq(variant.goodId, goodId)))
    .orderBy(asc(variant.sort), asc(variant.id));
}
