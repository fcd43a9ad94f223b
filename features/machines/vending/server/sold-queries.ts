import { and, eq, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { pick } from '#kit/kernel/pick.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { productTemplates, vendingMovements } from '../tables.ts';

/** Goods that machines let out to customers, to join and to sum up. A movement keeps no cost: it is that of the product today. */
export function soldView(scope: Scope) {
  const movement = rows(scope, vendingMovements);
  const product = rows(scope, productTemplates);

  return new QueryBuilder()
    .select({
      ...pick(movement, 'tenantId', 'templateId', 'deviceId', 'siteId', 'createdAt', 'missing'),
      pieces: sql<number>`${movement.amount}`.as('pieces'),
      fen: sql<number>`${movement.amount}::bigint * coalesce(${product.costFen}, 0)`.as('fen'),
    })
    .from(movement)
    .leftJoin(product, and(eq(product.tenantId, movement.tenantId), eq(product.id, movement.templateId)))
    .where(eq(movement.kind, 'sold'))
    .as('sold');
}

/** What other features may join of a product; removed ones too, which past records still name. */
export function productView(scope: Scope) {
  const product = rows(scope, productTemplates);
  return new QueryBuilder()
    .select({ tenantId: product.tenantId, id: product.id, name: product.name })
    .from(product)
    .as('product');
}
