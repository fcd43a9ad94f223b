import { and, asc, eq, inArray, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { tenantView } from '#features/base/accounts/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { days, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, rows } from '#kit/server/tables.ts';
import { documentsContract } from '../contract/documents.ts';
import type { DocumentKind } from '../contract/kinds.ts';
import { goods, goodVariants, stockDocuments, stockLines, stockStores, stockSuppliers } from '../tables.ts';
import { firstPicture } from './level-queries.ts';
import { storeNames, wholeTenant } from './store-queries.ts';

const ofOrders: readonly DocumentKind[] = ['handOut', 'recycle'];
/** Whether it belongs to something of a player, and is taken back there. */
export const isOfOrder = (kind: DocumentKind) => ofOrders.includes(kind);

/** Who works at some sites sees the documents that lead from or to a store there. */
function within(scope: Scope, document: ColumnsOf<typeof stockDocuments>): SQL | undefined {
  if (scope.kind !== 'tenant' || scope.siteIds === null) return undefined;
  const store = rows(scope, stockStores);
  const visible = new QueryBuilder().select({ id: store.id }).from(store);
  return or(inArray(document.storeId, visible), inArray(document.toStoreId, visible));
}

/** Documents that were taken back, and by which. */
function reversals(scope: Scope) {
  const document = rows(scope, stockDocuments);
  return new QueryBuilder()
    .select({
      ...pick(document, 'tenantId', 'id', 'number', 'reversesId'),
    })
    .from(document)
    .where(isNotNull(document.reversesId))
    .as('reversal');
}

function heads(reader: Reader, scope: Scope) {
  const all = wholeTenant(scope);
  const document = rows(scope, stockDocuments);
  const store = storeNames(all, 'store');
  const toStore = storeNames(all, 'to_store');
  const supplier = rows(scope, stockSuppliers);
  const reversal = reversals(scope);
  const query = () =>
    reader
      .select({
        ...pick(document, 'id', 'tenantId', 'number', 'kind', 'storeId'),
        storeName: sql<string>`${store.name}`,
        toStoreId: document.toStoreId,
        toStoreName: toStore.name,
        supplierName: supplier.name,
        ...pick(document, 'piecesIn', 'piecesOut', 'costFen'),
        reversed: sql<boolean>`${reversal.id} is not null`,
        reversesId: document.reversesId,
        reversalId: reversal.id,
        reversalNumber: reversal.number,
        ...pick(document, 'userName', 'note', 'createdAt'),
      })
      .from(document)
      .innerJoin(store, and(eq(store.tenantId, document.tenantId), eq(store.id, document.storeId)))
      .leftJoin(toStore, and(eq(toStore.tenantId, document.tenantId), eq(toStore.id, document.toStoreId)))
      .leftJoin(supplier, and(eq(supplier.tenantId, document.tenantId), eq(supplier.id, document.supplierId)))
      .leftJoin(
        reversal,
        and(eq(reversal.tenantId, document.tenantId), eq(reversal.reversesId, document.id)),
      );
  return { document, query };
}

export const pageDocuments = listing(documentsContract.listDocuments, (reader, scope, input) => {
  const { document, query } = heads(reader, scope);
  return pageRows(reader, input, {
    from: query,
    of: document,
    where: within(scope, document),
    filters: {
      number: search(document.number, document.note),
      kind: equals(document.kind),
      storeId: (id) => or(eq(document.storeId, id), eq(document.toStoreId, id)),
      supplierId: equals(document.supplierId),
      ...days(document.createdAt),
    },
    ...newestFirst(document),
  });
});

async function linesOf(reader: Reader, scope: Scope, documentId: string, storeId: string | undefined) {
  const line = rows(scope, stockLines);
  const variant = rows(scope, goodVariants);
  const good = rows(scope, goods);
  return reader
    .select({
      id: line.id,
      variantId: line.variantId,
      goodName: good.name,
      variantName: variant.name,
      picture: firstPicture(good),
      barcode: variant.barcode,
      ...pick(line, 'pieces', 'unitCostFen', 'costFen', 'expected', 'counted', 'onHandAfter'),
    })
    .from(line)
    .innerJoin(variant, and(eq(variant.tenantId, line.tenantId), eq(variant.id, line.variantId)))
    .innerJoin(good, and(eq(good.tenantId, variant.tenantId), eq(good.id, variant.goodId)))
    .where(and(eq(line.documentId, documentId), storeId ? eq(line.storeId, storeId) : undefined))
    .orderBy(asc(line.place), asc(line.id));
}

/** The document that this one takes back. */
async function takenBack(reader: Reader, scope: Scope, id: string) {
  const document = rows(scope, stockDocuments);
  const [found] = await reader
    .select({ id: document.id, number: document.number })
    .from(document)
    .where(eq(document.id, id));
  return found;
}

async function merchantOf(reader: Reader, scope: Scope, tenantId: string): Promise<string> {
  const tenant = tenantView(scope);
  const [found] = await reader.select({ name: tenant.name }).from(tenant).where(eq(tenant.id, tenantId));
  return found?.name ?? '';
}

export async function readWholeDocument(reader: Reader, scope: Scope, id: string) {
  const { document, query } = heads(reader, scope);
  const [head] = await query().where(and(eq(document.id, id), within(scope, document)));
  if (!head) throw missing();
  const isTransfer = head.toStoreId !== null;
  const [lines, merchantName, other] = await Promise.all([
    // Both halves of a transfer say the same: the paper has what left the first store.
    linesOf(reader, scope, id, isTransfer ? head.storeId : undefined),
    merchantOf(reader, scope, head.tenantId),
    head.reversesId ? takenBack(reader, scope, head.reversesId) : undefined,
  ]);
  const moved =
    head.kind === 'transfer' ? lines.map((line) => ({ ...line, pieces: 0 - line.pieces })) : lines;
  return {
    ...head,
    merchantName,
    otherId: other?.id ?? head.reversalId,
    otherNumber: other?.number ?? head.reversalNumber,
    mayReverse:
      !head.reversed &&
      head.kind !== 'reversal' &&
      !isOfOrder(head.kind) &&
      lines.some(({ pieces }) => pieces !== 0),
    lines: moved,
  };
}
