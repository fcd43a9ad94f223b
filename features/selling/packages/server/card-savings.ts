import { and, eq, isNull, sql } from 'drizzle-orm';
import { findOrders } from '#features/selling/orders/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { type RowOf, rows } from '#kit/server/tables.ts';
import { pricedOrders } from '../tables.ts';

/** What a card took off one order that the player kept, or may still pay. */
export interface CardSaving {
  at: Date;
  savedFen: number;
}

/** Prices of one player are taken one after the other; who looks at what they saved takes the same turn. */
export async function holdPrices(tx: Tx, tenantId: string, playerId: string): Promise<void> {
  await holdName(tx, 'prices of player', tenantId, playerId);
}

/** The line names its card as it was called; of two that are called alike the rules take the one with the smaller id. */
function takenOff({ lines, circumstances }: RowOf<typeof pricedOrders>, cardId: string): number {
  return lines
    .filter(({ kind }) => kind === 'cardDiscount')
    .filter(({ name, basisPoints }) => {
      const alike = (circumstances.cards ?? []).filter(
        (card) => card.name === name && card.basisPoints === basisPoints,
      );
      return alike.map(({ id }) => id).toSorted()[0] === cardId;
    })
    .reduce((sum, { amountFen }) => sum - amountFen, 0);
}

/** Order by order; of one that went back in part, in proportion to what was kept. */
export async function savedByCard(
  reader: Reader,
  { tenantId, playerId, cardId }: { tenantId: string; playerId: string; cardId: string },
): Promise<CardSaving[]> {
  const scope = tenantScope(tenantId);
  const priced = rows(scope, pricedOrders);
  const named = JSON.stringify({ cards: [{ id: cardId }] });
  const found = await reader
    .select()
    .from(priced)
    .where(
      and(
        eq(priced.playerId, playerId),
        isNull(priced.givenUpAt),
        sql`${priced.circumstances} @> ${named}::jsonb`,
        sql`${priced.lines} @> '[{"kind": "cardDiscount"}]'::jsonb`,
      ),
    );
  const orders = await findOrders(
    reader,
    scope,
    found.map(({ orderId }) => orderId),
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  return found.map((row) => {
    const order = byId.get(row.orderId);
    const savedFen = takenOff(row, cardId);
    // not paid yet: it may still be, at this price
    if (!order || order.paidAmount === 0) return { at: row.createdAt, savedFen };
    const keptFen = order.paidAmount - order.refundedAmount;
    return { at: row.createdAt, savedFen: Math.ceil((savedFen * keptFen) / order.paidAmount) };
  });
}
