import { and, desc, eq, isNull, lte, or } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import { joinWishes } from '../tables.ts';

export type WishRow = typeof joinWishes.$inferSelect;

export async function findWish(reader: Reader, id: string): Promise<WishRow | undefined> {
  const [found] = await reader.select().from(joinWishes).where(eq(joinWishes.id, id));
  return found;
}

/** That wait and concern the player, on whichever side. */
export const wishesOf = (reader: Reader, playerId: string): Promise<WishRow[]> =>
  reader
    .select()
    .from(joinWishes)
    .where(
      and(
        isNull(joinWishes.endedAt),
        or(eq(joinWishes.fromPlayer, playerId), eq(joinWishes.intoPlayer, playerId)),
      ),
    )
    .orderBy(desc(joinWishes.askedAt));

export const wishesDue = (reader: Reader, now: Date): Promise<WishRow[]> =>
  reader
    .select()
    .from(joinWishes)
    .where(and(isNull(joinWishes.endedAt), lte(joinWishes.dueAt, now)))
    .orderBy(joinWishes.dueAt);

export async function insertWish(tx: Tx, values: typeof joinWishes.$inferInsert): Promise<WishRow> {
  const [row] = await tx.insert(joinWishes).values(values).returning();
  return row as WishRow;
}

/** Of several who end it, one: undefined where it has ended before. */
export async function endWish(
  tx: Tx,
  id: string,
  outcome: NonNullable<WishRow['outcome']>,
  now: Date,
): Promise<WishRow | undefined> {
  const [row] = await tx
    .update(joinWishes)
    .set({ endedAt: now, outcome })
    .where(and(eq(joinWishes.id, id), isNull(joinWishes.endedAt)))
    .returning();
  return row;
}
