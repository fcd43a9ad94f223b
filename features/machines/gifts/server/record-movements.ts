import { eq } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { insert, rows } from '#kit/server/tables.ts';
import type { MovementKind } from '../contract/records.ts';
import { giftMovements } from '../tables.ts';

export interface Movement {
  giftId: string;
  kind: MovementKind;
  amount: number;
  missing?: number;
  costFen: number;
  deviceId?: string;
  siteId?: string | null;
  /** of the warehouse */
  stock?: { before: number; after: number };
  deviceStock?: { before: number; after: number };
  note?: string;
  requestId?: string;
}

export interface Mover {
  userId: string | null;
  userName: string | null;
  at: Date;
}

export const moverOf = ({ session, clock }: StaffContext): Mover => ({
  userId: session.userId,
  userName: session.name,
  at: clock.now(),
});

export async function recordMovements(
  tx: Tx,
  scope: Scope,
  list: readonly (Movement & Mover)[],
): Promise<void> {
  if (list.length === 0) return;
  // Movements of the same moment keep their order: it is what their befores and afters tell.
  const ids = list.map(({ at }) => newId(at.getTime())).sort();
  await insert(
    tx,
    scope,
    giftMovements,
    list.map(({ stock, deviceStock, at, note, ...movement }, index) => ({
      ...movement,
      id: ids[index]!,
      createdAt: at,
      stockBefore: stock?.before,
      stockAfter: stock?.after,
      deviceStockBefore: deviceStock?.before,
      deviceStockAfter: deviceStock?.after,
      note: note || null,
    })),
  );
}

/** Whether this very request was booked before. Asked under the lock of what it moves. */
export async function wasBooked(tx: Tx, scope: Scope, requestId: string | undefined): Promise<boolean> {
  if (!requestId) return false;
  const movement = rows(scope, giftMovements);
  const found = await tx
    .select({ id: movement.id })
    .from(movement)
    .where(eq(movement.requestId, requestId))
    .limit(1);
  return found.length > 0;
}
