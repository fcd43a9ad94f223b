import { and, desc, eq, gt, isNull } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { playerJoins } from '../tables.ts';
import type { JoinRow } from './joined-values.ts';

/** Those that hold, with who it was; the last one first. */
export function joinsInto(reader: Reader, playerId: string) {
  const player = playerView();
  return reader
    .select({ join: playerJoins, playerName: player.name, platform: player.platform })
    .from(playerJoins)
    .innerJoin(player, eq(player.id, playerJoins.fromPlayer))
    .where(and(eq(playerJoins.intoPlayer, playerId), isNull(playerJoins.splitAt)))
    .orderBy(desc(playerJoins.joinedAt));
}

export async function findJoin(reader: Reader, id: string): Promise<JoinRow | undefined> {
  const [found] = await reader.select().from(playerJoins).where(eq(playerJoins.id, id));
  return found;
}

/** All that ever joined or parted them. */
export const joinsOf = (reader: Reader, playerId: string): Promise<JoinRow[]> =>
  reader.select().from(playerJoins).where(eq(playerJoins.intoPlayer, playerId)).orderBy(playerJoins.joinedAt);

export const joinsSince = (reader: Reader, since: Date): Promise<JoinRow[]> =>
  reader
    .select()
    .from(playerJoins)
    .where(and(isNull(playerJoins.splitAt), gt(playerJoins.joinedAt, since)));

export async function insertJoin(tx: Tx, values: typeof playerJoins.$inferInsert): Promise<JoinRow> {
  const [row] = await tx.insert(playerJoins).values(values).returning();
  return row as JoinRow;
}

/** Undefined when somebody else has undone it meanwhile. */
export async function markSplit(tx: Tx, id: string, splitAt: Date): Promise<JoinRow | undefined> {
  const [row] = await tx
    .update(playerJoins)
    .set({ splitAt })
    .where(and(eq(playerJoins.id, id), isNull(playerJoins.splitAt)))
    .returning();
  return row;
}
