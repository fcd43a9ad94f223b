import { and, asc, eq, gt, inArray, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, type RowOf, rows } from '#kit/server/tables.ts';
import type { goodsContract, ShelfState } from '../contract/goods.ts';
import { goodClasses, goods, goodVariants, stockLevels, stockStores } from '../tables.ts';
import { freeOf, levelParts } from './level-queries.ts';
import { total } from './store-queries.ts';

export type GoodRow = RowOf<typeof goods>;
type Goods = ColumnsOf<typeof goods>;

/** The same rule as `shelfState`, asked of rows. */
export function inState(good: Goods, state: ShelfState, now: Date): SQL | undefined {
  const at = sql`${now.toISOString()}::timestamptz`;
  const begun = or(isNull(good.shelfFrom), lte(good.shelfFrom, at));
  const open = or(isNull(good.shelfUntil), gt(good.shelfUntil, at));
  const on = eq(good.onShelf, true);
  switch (state) {
    case 'off':
      return eq(good.onShelf, false);
    case 'ended':
      return and(on, lte(good.shelfUntil, at));
    case 'planned':
      return and(on, open, gt(good.shelfFrom, at));
    case 'on':
      return and(on, open, begun);
  }
}

/** How many variants a good has. */
function variantCounts(scope: Scope) {
  const variant = rows(scope, goodVariants);
  return new QueryBuilder()
    .select({
      tenantId: variant.tenantId,
      goodId: variant.goodId,
      variants: sql<number>`count(*)`.mapWith(Number).as('variants'),
    })
    .from(variant)
    .where(isNull(variant.removedAt))
    .groupBy(variant.tenantId, variant.goodId)
    .as('variant_count');
}

/** What the stores that the scope reaches have of each good. */
function goodSums(scope: Scope) {
  const { level, store, variant, isStore, isVariant } = levelParts(scope);
  return new QueryBuilder()
    .select({
      tenantId: variant.tenantId,
      goodId: variant.goodId,
      onHand: total(sql`${level.onHand}`).as('good_on_hand'),
      free: total(freeOf(level)).as('good_free'),
    })
    .from(level)
    .innerJoin(store, isStore)
    .innerJoin(variant, isVariant)
    .groupBy(variant.tenantId, variant.goodId)
    .as('good_sum');
}

const orNone = (value: SQL.Aliased<number>) => sql<number>`coalesce(${value}, 0)`.mapWith(Number);

function selectGoods(reader: Reader, scope: Scope) {
  const good = rows(scope, goods);
  const category = rows(scope, goodClasses);
  const counts = variantCounts(scope);
  const sums = goodSums(scope);
  const query = () =>
    reader
      .select({
        ...pick(good, 'id', 'createdAt', 'name', 'categoryId'),
        categoryName: sql<string>`coalesce(${category.name}, '')`,
        ...pick(good, 'groupIds', 'pictures', 'description', 'pricePoints', 'priceTickets', 'priceFen'),
        ...pick(good, 'perPlayer', 'perPlayerDay', 'perDay', 'onShelf', 'shelfFrom', 'shelfUntil'),
        ...pick(good, 'allShops', 'storeIds'),
        variantCount: orNone(counts.variants),
        onHand: orNone(sums.onHand),
        free: orNone(sums.free),
      })
      .from(good)
      .leftJoin(category, and(eq(category.tenantId, good.tenantId), eq(category.id, good.categoryId)))
      .leftJoin(counts, and(eq(counts.tenantId, good.tenantId), eq(counts.goodId, good.id)))
      .leftJoin(sums, and(eq(sums.tenantId, good.tenantId), eq(sums.goodId, good.id)));
  return { good, query };
}

export type ListedGood = Awaited<ReturnType<ReturnType<typeof selectGoods>['query']>>[number];

export function pageGoods(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof goodsContract.listGoods>,
  now: Date,
) {
  const { good, query } = selectGoods(reader, scope);
  return pageRows(reader, input, {
    from: query,
    of: good,
    where: isNull(good.removedAt),
    filters: {
      name: search(good.name),
      categoryId: equals(good.categoryId),
      groupId: (id) => sql`${id}::uuid = any(${good.groupIds})`,
      state: (state) => inState(good, state, now),
    },
    ...newestFirst(good),
    sort: { name: good.name, createdAt: good.createdAt },
  });
}

export async function findGood(reader: Reader, scope: Scope, id: string): Promise<ListedGood | undefined> {
  const { good, query } = selectGoods(reader, scope);
  const [found] = await query().where(and(isNull(good.removedAt), eq(good.id, id)));
  return found;
}

/** Variants of goods in their order, with what the stores have that the scope reaches. */
export async function variantsOf(reader: Reader, scope: Scope, goodIds: readonly string[]) {
  if (goodIds.length === 0) return [];
  const variant = rows(scope, goodVariants);
  const level = rows(scope, stockLevels);
  const store = rows(scope, stockStores);
  return reader
    .select({
      ...pick(variant, 'id', 'goodId', 'name', 'barcode'),
      onHand: total(sql`case when ${store.id} is null then 0 else ${level.onHand} end`),
    })
    .from(variant)
    .leftJoin(level, and(eq(level.tenantId, variant.tenantId), eq(level.variantId, variant.id)))
    .leftJoin(store, and(eq(store.tenantId, level.tenantId), eq(store.id, level.storeId)))
    .where(and(isNull(variant.removedAt), inArray(variant.goodId, [...goodIds])))
    .groupBy(variant.id, variant.goodId, variant.name, variant.barcode, variant.sort)
    .orderBy(asc(variant.sort), asc(variant.id));
}

/** Of which of these variants any store still has some. */
export async function stockedVariants(
  reader: Reader,
  scope: Scope,
  variantIds: readonly string[],
): Promise<Set<string>> {
  if (variantIds.length === 0) return new Set();
  const level = rows(scope, stockLevels);
  const found = await reader
    .selectDistinct({ variantId: level.variantId })
    .from(level)
    .where(and(inArray(level.variantId, [...variantIds]), gt(level.onHand, 0)));
  return new Set(found.map(({ variantId }) => variantId));
}
