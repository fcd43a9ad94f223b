import { and, eq, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { goods, goodVariants, stockStores } from '../tables.ts';

/** What other features may join of a variant; removed ones too, which past records still name. */
export function variantView(scope: Scope) {
  const variant = rows(scope, goodVariants);
  const good = rows(scope, goods);
  return new QueryBuilder()
    .select({
      tenantId: variant.tenantId,
      id: variant.id,
      goodName: sql<string>`${good.name}`.as('good_name'),
      variantName: sql<string>`${variant.name}`.as('variant_name'),
      barcode: variant.barcode,
      removedAt: variant.removedAt,
    })
    .from(variant)
    .innerJoin(good, and(eq(good.tenantId, variant.tenantId), eq(good.id, variant.goodId)))
    .as('variant');
}

/** What other features may join of a store; removed ones too. */
export function storeView(scope: Scope) {
  const store = rows(scope, stockStores);
  const { tenantId, id, name, siteId, removedAt } = store;
  return new QueryBuilder().select({ tenantId, id, name, siteId, removedAt }).from(store).as('store');
}
