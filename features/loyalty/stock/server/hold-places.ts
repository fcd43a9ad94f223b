import { and, inArray, isNull } from 'drizzle-orm';
import { invalid, invalidField } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, type RowOf } from '#kit/server/tables.ts';
import { goodVariants, stockStores, stockSuppliers } from '../tables.ts';

export type StoreRow = RowOf<typeof stockStores>;
export type VariantRow = RowOf<typeof goodVariants>;

/**
 * The stores of a document, held until it is booked: none is removed meanwhile. One beyond the caller's sites is unknown.
 * Booking locks in this order: stores, variants, reservations, levels.
 */
export async function holdStores(
  tx: Tx,
  scope: Scope,
  wanted: Readonly<Record<string, string>>,
): Promise<Map<string, StoreRow>> {
  const found = await find(
    tx,
    scope,
    stockStores,
    (store) => and(isNull(store.removedAt), inArray(store.id, Object.values(wanted))),
    'share',
  );
  const byId = new Map(found.map((row) => [row.id, row]));
  for (const [field, id] of Object.entries(wanted))
    if (!byId.has(id)) throw invalidField(field, 'stock:error.unknownStore');
  return byId;
}

/** The variants of a document. `update` for who writes down what they cost. */
export async function holdVariants(
  tx: Tx,
  scope: Scope,
  ids: readonly string[],
  lock: 'share' | 'update' = 'share',
): Promise<Map<string, VariantRow>> {
  const wanted = [...new Set(ids)];
  const found = await find(
    tx,
    scope,
    goodVariants,
    (variant) => and(isNull(variant.removedAt), inArray(variant.id, wanted)),
    lock,
  );
  if (found.length < wanted.length) throw invalid('stock:error.unknownGood');
  return new Map(found.map((row) => [row.id, row]));
}

export async function holdSupplier(tx: Tx, scope: Scope, id: string): Promise<void> {
  const [found] = await find(tx, scope, stockSuppliers, { id }, 'share');
  if (!found || found.removedAt) throw invalidField('supplierId', 'stock:error.unknownSupplier');
}

/** One line for each variant: two would be a slip of the hand, and of a count they contradict each other. */
export function assertOnce(lines: readonly { variantId: string }[]): void {
  const seen = new Set<string>();
  for (const [index, { variantId }] of lines.entries()) {
    if (seen.has(variantId)) throw invalidField(`lines.${index}.variantId`, 'stock:error.lineTwice');
    seen.add(variantId);
  }
}
