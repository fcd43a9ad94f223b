import { and, eq, exists, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { siteView } from '#features/base/sites/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { placesContract } from '../contract/places.ts';
import { stockDocuments, stockLevels, stockStores, stockSuppliers } from '../tables.ts';

/** Names of stores, under a given name so that a document can be joined with two. */
export function storeNames(scope: Scope, alias: string) {
  const store = rows(scope, stockStores);
  return new QueryBuilder()
    .select({ tenantId: store.tenantId, id: store.id, name: store.name, siteId: store.siteId })
    .from(store)
    .as(alias);
}

/** The same tenant without the limit of sites: for names of places that a document leads to. */
export const wholeTenant = (scope: Scope): Scope =>
  scope.kind === 'tenant' ? { ...scope, siteIds: null } : scope;

export const total = (value: SQL) => sql<number>`coalesce(sum(${value}), 0)`.mapWith(Number);

/** What lies in each store. */
function storeSums(scope: Scope) {
  const level = rows(scope, stockLevels);
  return new QueryBuilder()
    .select({
      tenantId: level.tenantId,
      storeId: level.storeId,
      pieces: total(sql`${level.onHand}`).as('pieces'),
      valueFen: total(sql`${level.valueFen}`).as('value_fen'),
    })
    .from(level)
    .groupBy(level.tenantId, level.storeId)
    .as('store_sum');
}

const orNone = (value: SQL.Aliased<number>) => sql<number>`coalesce(${value}, 0)`.mapWith(Number);

export const pageStores = listing(placesContract.listStores, (reader, scope, input) => {
  const store = rows(scope, stockStores);
  const site = siteView(scope);
  const sums = storeSums(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(store, 'id', 'kind', 'name', 'address', 'contact', 'phone', 'createdAt'),
          fieldId: store.siteId,
          fieldName: site.name,
          pieces: orNone(sums.pieces),
          valueFen: orNone(sums.valueFen),
        })
        .from(store)
        .leftJoin(site, atSite(site, store))
        .leftJoin(sums, and(eq(sums.tenantId, store.tenantId), eq(sums.storeId, store.id))),
    of: store,
    where: isNull(store.removedAt),
    filters: { name: search(store.name), kind: equals(store.kind) },
    sort: { name: store.name, createdAt: store.createdAt },
    usual: { by: 'createdAt', order: 'asc' },
  });
});

/** Which of these stores still have something in them. */
export async function filledStores(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<Set<string>> {
  const level = rows(scope, stockLevels);
  const found = await reader
    .selectDistinct({ storeId: level.storeId })
    .from(level)
    .where(and(inArray(level.storeId, [...ids]), sql`${level.onHand} > 0`));
  return new Set(found.map(({ storeId }) => storeId));
}

/** Receipts of each supplier that were not taken back. */
function supplierSums(scope: Scope) {
  const document = rows(scope, stockDocuments);
  const reversal = new QueryBuilder()
    .select({ tenantId: document.tenantId, reversesId: document.reversesId })
    .from(document)
    .as('reversal');
  const taken = new QueryBuilder()
    .select({ one: sql`1` })
    .from(reversal)
    .where(and(eq(reversal.tenantId, document.tenantId), eq(reversal.reversesId, document.id)));
  return new QueryBuilder()
    .select({
      tenantId: document.tenantId,
      supplierId: document.supplierId,
      receipts: sql<number>`count(*)`.mapWith(Number).as('receipts'),
      boughtFen: total(sql`${document.costFen}`).as('bought_fen'),
    })
    .from(document)
    .where(and(eq(document.kind, 'receipt'), sql`not ${exists(taken)}`))
    .groupBy(document.tenantId, document.supplierId)
    .as('supplier_sum');
}

export const pageSuppliers = listing(placesContract.listSuppliers, (reader, scope, input) => {
  const supplier = rows(scope, stockSuppliers);
  const sums = supplierSums(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(supplier, 'id', 'name', 'contact', 'phone', 'address', 'note', 'createdAt'),
          receipts: orNone(sums.receipts),
          boughtFen: orNone(sums.boughtFen),
        })
        .from(supplier)
        .leftJoin(sums, and(eq(sums.tenantId, supplier.tenantId), eq(sums.supplierId, supplier.id))),
    of: supplier,
    where: isNull(supplier.removedAt),
    filters: { name: search(supplier.name, supplier.contact, supplier.phone) },
    sort: { name: supplier.name, createdAt: supplier.createdAt },
    usual: { by: 'createdAt', order: 'desc' },
  });
});
