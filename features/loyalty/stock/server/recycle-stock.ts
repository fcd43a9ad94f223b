import { missing } from '#kit/kernel/errors.ts';
import type { Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { stockDocuments } from '../tables.ts';
import { type Booker, bookDocument } from './book-document.ts';
import { assertOnce, holdStores, holdVariants } from './hold-places.ts';
import { reverseBooked } from './reverse-document.ts';

export interface Recycled {
  variantId: string;
  pieces: number;
  /** what was given for a piece; unless told, what those in the store cost on average */
  unitCostFen?: number;
}

interface RecycleWish extends Booker {
  tenantId: string;
  key: string;
  storeId: string;
  lines: readonly Recycled[];
  note?: string;
}

/** Goods that come back from a player into a store: a document, once for a key. */
export async function recycle(
  tx: Tx,
  { tenantId, key, storeId, lines, note, ...booker }: RecycleWish,
): Promise<{ documentId: string }> {
  const scope = tenantScope(tenantId);
  // two calls with one key: the second finds what the first wrote
  await holdName(tx, 'stock movement', tenantId, key);
  const [before] = await find(tx, scope, stockDocuments, { kind: 'recycle', key });
  if (before) return { documentId: before.id };
  assertOnce(lines);
  await holdStores(tx, scope, { storeId });
  const variants = await holdVariants(
    tx,
    scope,
    lines.map(({ variantId }) => variantId),
  );
  const document = await bookDocument(
    tx,
    tenantId,
    { ...booker, kind: 'recycle', storeId, key, note },
    lines.map(({ variantId, pieces, unitCostFen }, place) => ({
      place,
      storeId,
      variantId,
      move:
        unitCostFen === undefined
          ? { how: 'found', pieces, lastCostFen: variants.get(variantId)!.lastCostFen }
          : { how: 'in', pieces, unitCostFen },
    })),
  );
  return { documentId: document.id };
}

/** What was handed out for a key comes back into the store, at the cost at which it left; once. */
export async function takeBack(
  tx: Tx,
  { tenantId, key, note, ...booker }: { tenantId: string; key: string; note?: string } & Booker,
): Promise<{ documentId: string }> {
  const scope = tenantScope(tenantId);
  // two calls with one key: the second finds what the first wrote
  await holdName(tx, 'stock movement', tenantId, key);
  const [handed] = await find(tx, scope, stockDocuments, { kind: 'handOut', key });
  if (!handed) throw missing();
  const [before] = await find(tx, scope, stockDocuments, { reversesId: handed.id });
  if (before) return { documentId: before.id };
  return { documentId: (await reverseBooked(tx, tenantId, handed.id, { ...booker, note })).id };
}
