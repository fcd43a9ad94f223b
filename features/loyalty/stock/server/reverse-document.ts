import { conflict, missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf } from '#kit/server/tables.ts';
import { stockDocuments, stockLines } from '../tables.ts';
import { type Booker, bookDocument, type DocumentRow, type PlannedLine } from './book-document.ts';

type LineRow = RowOf<typeof stockLines>;

/** What a document brought goes, and what it took comes back; what was transferred arrives with what it takes along. */
function backwards(document: DocumentRow, lines: readonly LineRow[]): PlannedLine[] {
  const moving = lines.filter(({ pieces }) => pieces !== 0).toSorted((a, b) => a.place - b.place);
  if (document.toStoreId === null)
    return moving.map(({ place, storeId, variantId, pieces, costFen }) => ({
      place,
      storeId,
      variantId,
      move: { how: 'exact', pieces: 0 - pieces, costFen: 0 - costFen },
    }));
  return moving
    .filter(({ pieces }) => pieces > 0)
    .flatMap(({ place, storeId, variantId, pieces, costFen }): PlannedLine[] => [
      { place, storeId, variantId, move: { how: 'exact', pieces: 0 - pieces, costFen: 0 - costFen } },
      { place, storeId: document.storeId, variantId, move: { how: 'arrives', pieces } },
    ]);
}

/** Takes a document back by another one, once; the first stays as it is. */
export async function reverseBooked(
  tx: Tx,
  tenantId: string,
  id: string,
  { note, ...booker }: Booker & { note?: string | undefined },
): Promise<DocumentRow> {
  const scope = tenantScope(tenantId);
  const [document] = await find(tx, scope, stockDocuments, { id }, 'update');
  if (!document) throw missing();
  if (document.kind === 'reversal') throw conflict('stock:error.isReversal');
  const [before] = await find(tx, scope, stockDocuments, { reversesId: id });
  if (before) throw conflict('stock:error.reversed', { number: before.number });
  const planned = backwards(document, await find(tx, scope, stockLines, { documentId: id }));
  if (planned.length === 0) throw conflict('stock:error.nothingToReverse');
  return bookDocument(
    tx,
    tenantId,
    {
      ...booker,
      kind: 'reversal',
      ...pick(document, 'storeId', 'toStoreId', 'supplierId'),
      reversesId: id,
      note,
    },
    planned,
  );
}
