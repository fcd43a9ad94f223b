import { and, asc, eq } from 'drizzle-orm';
import { type HandoverRow, linesOf } from '#features/loyalty/handover/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insertMany, remove, rows } from '#kit/server/tables.ts';
import { mostLines } from '../contract/kinds.ts';
import { merged, type Wanted } from '../rules/cart-rules.ts';
import { cartLines } from '../tables.ts';

/** Whose cart, and at which shop. */
export interface Cart {
  tenantId: string;
  siteId: string;
  playerId: string;
}

/** Two phones that change one cart do so one after the other. */
export const holdCart = (tx: Tx, { siteId, playerId }: Cart) => holdName(tx, 'shop cart', siteId, playerId);

export async function readCartLines(reader: Reader, { tenantId, siteId, playerId }: Cart): Promise<Wanted[]> {
  const line = rows(tenantScope(tenantId), cartLines);
  const found = await reader
    .select({ variantId: line.variantId, pieces: line.pieces })
    .from(line)
    .where(and(eq(line.playerId, playerId), eq(line.siteId, siteId)))
    .orderBy(asc(line.createdAt), asc(line.id))
    // two records of a player may have been joined
    .limit(2 * mostLines);
  return merged(found);
}

export async function writeCartLine(
  tx: Tx,
  cart: Cart,
  { variantId, pieces }: Wanted,
  now: Date,
): Promise<void> {
  const { tenantId, siteId, playerId } = cart;
  const [before] = await remove(tx, tenantScope(tenantId), cartLines, { playerId, siteId, variantId });
  if (pieces > 0)
    await insertMany(tx, tenantScope(tenantId), cartLines, [
      // it keeps its place among the others
      { id: newId(now.getTime()), createdAt: before?.createdAt ?? now, playerId, siteId, variantId, pieces },
    ]);
}

export async function emptyCart(tx: Tx, { tenantId, siteId, playerId }: Cart): Promise<void> {
  await remove(tx, tenantScope(tenantId), cartLines, { playerId, siteId });
}

/** What was never paid can be bought again without choosing once more. */
export async function refillCart(tx: Tx, row: HandoverRow, now: Date): Promise<void> {
  if (!row.fromCart) return;
  await holdCart(tx, row);
  const there = await readCartLines(tx, row);
  for (const { variantId, pieces } of await linesOf(tx, row))
    if (!there.some((line) => line.variantId === variantId))
      await writeCartLine(tx, row, { variantId, pieces }, now);
}
