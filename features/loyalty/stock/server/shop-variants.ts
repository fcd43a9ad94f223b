import { and, asc, eq, ilike, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { likePattern } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { ClassKind } from '../contract/goods.ts';
import { goodClasses, goods, goodVariants, stockLevels } from '../tables.ts';
import { firstPicture, freeOf } from './level-queries.ts';
import { forMoneyOf, forPointsOf, onShelfOf } from './shop-goods.ts';

/** Which of the variants that a shop exchanges. */
export interface VariantWish {
  tenantId: string;
  storeId: string;
  now: Date;
  ids?: readonly string[];
  barcode?: string | undefined;
  name?: string | undefined;
  size: number;
}

/** Variants on the shelf of a shop that cost points or tickets, with what a piece costs and how many are free; others are absent. */
export function findShopVariants(reader: Reader, wish: VariantWish) {
  const { tenantId, storeId, now, ids, barcode, name, size } = wish;
  const scope = tenantScope(tenantId);
  const good = rows(scope, goods);
  const variant = rows(scope, goodVariants);
  const level = rows(scope, stockLevels);
  const wanted: (SQL | undefined)[] = [
    ids && inArray(variant.id, [...ids]),
    barcode === undefined ? undefined : eq(variant.barcode, barcode),
    name ? ilike(good.name, likePattern(name)) : undefined,
  ];
  return reader
    .select({
      variantId: sql<string>`${variant.id}`.as('variant_id'),
      goodId: sql<string>`${good.id}`.as('good_id'),
      goodName: sql<string>`${good.name}`.as('good_name'),
      variantName: sql<string>`${variant.name}`.as('variant_name'),
      barcode: variant.barcode,
      picture: firstPicture(good).as('picture'),
      ...pick(good, 'pricePoints', 'priceTickets', 'priceFen', 'perPlayer', 'perPlayerDay', 'perDay'),
      free: sql`coalesce(${freeOf(level)}, 0)`.mapWith(Number).as('free'),
    })
    .from(variant)
    .innerJoin(good, and(eq(good.tenantId, variant.tenantId), eq(good.id, variant.goodId)))
    .leftJoin(
      level,
      and(eq(level.tenantId, variant.tenantId), eq(level.variantId, variant.id), eq(level.storeId, storeId)),
    )
    .where(and(isNull(variant.removedAt), onShelfOf(good, storeId, now), forPointsOf(good), ...wanted))
    .orderBy(asc(good.name), asc(variant.sort), asc(variant.id))
    .limit(size);
}
export type FoundVariant = Awaited<ReturnType<typeof findShopVariants>>[number];

type ClassesWish = Pick<VariantWish, 'tenantId' | 'storeId' | 'now'> & { forMoney?: boolean };

/** Classes of a kind in their order that have something on the shelf of a shop. */
function shelvedClasses(
  reader: Reader,
  { tenantId, storeId, now, forMoney }: ClassesWish,
  kind: ClassKind,
): Promise<{ id: string; name: string }[]> {
  const scope = tenantScope(tenantId);
  const good = rows(scope, goods);
  const one = rows(scope, goodClasses);
  const shelved = reader
    .select({ id: kind === 'category' ? good.categoryId : sql<string>`unnest(${good.groupIds})` })
    .from(good)
    .where(and(onShelfOf(good, storeId, now), forMoney ? forMoneyOf(good) : forPointsOf(good)));
  return reader
    .select({ id: one.id, name: one.name })
    .from(one)
    .where(and(eq(one.kind, kind), inArray(one.id, shelved)))
    .orderBy(asc(one.sort), asc(one.id));
}

/** Categories and groups of what a shop has: for points and tickets, or for money alone. */
export async function shopClasses(reader: Reader, wish: ClassesWish) {
  const [categories, groups] = await Promise.all([
    shelvedClasses(reader, wish, 'category'),
    shelvedClasses(reader, wish, 'group'),
  ]);
  return { categories, groups };
}
