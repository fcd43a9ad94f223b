import { conflict, invalidField } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { updateLocked } from '#kit/server/tables.ts';
import type { documentsContract } from '../contract/documents.ts';
import { goodVariants } from '../tables.ts';
import {
  type Booker,
  bookDocument,
  type DocumentHead,
  type DocumentRow,
  type PlannedLine,
} from './book-document.ts';
import { isOfOrder, pageDocuments, readWholeDocument } from './document-queries.ts';
import { assertOnce, holdStores, holdSupplier, holdVariants, type VariantRow } from './hold-places.ts';
import { reverseBooked } from './reverse-document.ts';

const bookerOf = ({ session, clock }: StaffContext): Booker => ({
  userId: session.userId,
  userName: session.name,
  at: clock.now(),
});

/** Stands in the log with what it moved. Staff at the store's site can read it. */
async function logBooked(
  tx: Tx,
  context: StaffContext,
  action: string,
  document: DocumentRow,
  siteId: string | null,
) {
  const { id, number, kind, piecesIn, piecesOut, costFen, note } = document;
  await audit(tx, context, {
    action,
    entity: 'stockDocument',
    entityId: id,
    siteId,
    label: number,
    after: { kind, piecesIn, piecesOut, costFen, note },
  });
  return { id, number };
}

interface Work {
  action: string;
  head: Omit<DocumentHead, keyof Booker>;
  lines: readonly { variantId: string }[];
  lock?: 'share' | 'update';
  plan: (variants: ReadonlyMap<string, VariantRow>) => PlannedLine[];
  /** besides, before it is booked */
  also?: (tx: Tx, variants: ReadonlyMap<string, VariantRow>) => Promise<void>;
}

const bookFor = (context: StaffContext, { action, head, lines, lock, plan, also }: Work) =>
  context.db.transaction(async (tx) => {
    const { scope, tenantId } = context.session;
    assertOnce(lines);
    const { storeId, toStoreId } = head;
    const stores = await holdStores(tx, scope, { storeId, ...(toStoreId && { toStoreId }) });
    const ids = lines.map(({ variantId }) => variantId);
    const variants = await holdVariants(tx, scope, ids, lock);
    await also?.(tx, variants);
    const document = await bookDocument(tx, tenantId, { ...head, ...bookerOf(context) }, plan(variants));
    return logBooked(tx, context, action, document, stores.get(storeId)!.siteId);
  });

export const documentHandlers: Handlers<typeof documentsContract> = {
  listDocuments: ({ db, session }, input) => pageDocuments(db.read, session.scope, input),

  readDocument: ({ db, session }, { id }) => readWholeDocument(db.read, session.scope, id),

  receiveStock: (context, { storeId, supplierId, lines, note }) =>
    bookFor(context, {
      action: 'stock.receive',
      head: { kind: 'receipt', storeId, supplierId: supplierId ?? null, note },
      lines,
      lock: 'update',
      plan: () =>
        lines.map(({ variantId, pieces, unitCostFen }, place) => ({
          place,
          storeId,
          variantId,
          unitCostFen,
          move: { how: 'in', pieces, unitCostFen },
        })),
      also: async (tx, variants) => {
        const { scope } = context.session;
        if (supplierId) await holdSupplier(tx, scope, supplierId);
        for (const { variantId, unitCostFen } of lines)
          if (variants.get(variantId)!.lastCostFen !== unitCostFen)
            await updateLocked(tx, scope, goodVariants, { id: variantId }, { lastCostFen: unitCostFen });
      },
    }),

  async transferStock(context, { storeId, toStoreId, lines, note }) {
    if (storeId === toStoreId) throw invalidField('toStoreId', 'stock:error.sameStore');
    return bookFor(context, {
      action: 'stock.transfer',
      head: { kind: 'transfer', storeId, toStoreId, note },
      lines,
      plan: () =>
        lines.flatMap(({ variantId, pieces }, place): PlannedLine[] => [
          { place, storeId, variantId, move: { how: 'out', pieces, of: 'free' } },
          { place, storeId: toStoreId, variantId, move: { how: 'arrives', pieces } },
        ]),
    });
  },

  countStock: (context, { storeId, lines, note }) =>
    bookFor(context, {
      action: 'stock.count',
      head: { kind: 'count', storeId, note },
      lines,
      plan: (variants) =>
        lines.map(({ variantId, counted }, place) => ({
          place,
          storeId,
          variantId,
          move: { how: 'counted', counted, lastCostFen: variants.get(variantId)!.lastCostFen },
        })),
    }),

  loseStock: (context, { storeId, lines, note }) =>
    bookFor(context, {
      action: 'stock.lose',
      head: { kind: 'loss', storeId, note },
      lines,
      plan: () =>
        lines.map(({ variantId, pieces }, place) => ({
          place,
          storeId,
          variantId,
          move: { how: 'out', pieces, of: 'free' },
        })),
    }),

  reverseDocument: (context, { id, note }) =>
    context.db.transaction(async (tx) => {
      const { scope, tenantId } = context.session;
      const whole = await readWholeDocument(tx, scope, id);
      // What was handed out or recycled is taken back by its order, which gives the points back too.
      if (isOfOrder(whole.kind)) throw conflict('stock:error.ofOrder');
      const stores = await holdStores(tx, scope, {
        storeId: whole.storeId,
        ...(whole.toStoreId && { toStoreId: whole.toStoreId }),
      });
      await holdVariants(
        tx,
        scope,
        whole.lines.map(({ variantId }) => variantId),
      );
      const document = await reverseBooked(tx, tenantId, id, { ...bookerOf(context), note });
      return logBooked(tx, context, 'stock.reverse', document, stores.get(whole.storeId)!.siteId);
    }),
};
