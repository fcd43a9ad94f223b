import { eq, inArray, sql } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { findPlain } from '#kit/server/row-statements.ts';
import type { PlayerPlatform } from '../contract.ts';
import { players } from '../tables.ts';

export type PlayerRow = typeof players.$inferSelect;

export async function findPlayer(reader: Reader, id: string): Promise<PlayerRow | undefined> {
  const [found] = await findPlain(reader, players, { id });
  return found;
}

export async function findPlayers(reader: Reader, ids: readonly string[]): Promise<Map<string, PlayerRow>> {
  if (ids.length === 0) return new Map();
  const found = await reader
    .select()
    .from(players)
    .where(inArray(players.id, [...new Set(ids)]));
  return new Map(found.map((player) => [player.id, player]));
}

/** One person may be known to WeChat and to Alipay. */
export const findPlayersByPhone = (reader: Reader, phone: string): Promise<PlayerRow[]> =>
  reader.select().from(players).where(eq(players.phone, phone)).orderBy(players.createdAt);

export interface PlatformIdentity {
  platform: PlayerPlatform;
  appId: string;
  openId: string;
  name?: string;
  photo?: string;
}

/** The player the platform names; a new one at the first meeting. Names and photos follow the platform's. */
export async function rememberPlayer(tx: Tx, identity: PlatformIdentity): Promise<PlayerRow> {
  const { platform, appId, openId, name, photo } = identity;
  const [player] = await tx
    .insert(players)
    .values({ id: newId(), platform, appId, openId, name: name ?? '', photo: photo ?? '' })
    .onConflictDoUpdate({
      target: [players.platform, players.appId, players.openId],
      // something must be set for the row to come back
      set: { openId, ...(name && { name }), ...(photo && { photo }) },
    })
    .returning();
  return player as PlayerRow;
}

/** Tokens of an older generation are refused, within the half minute for which servers remember one. */
export async function endLogins(tx: Tx, playerId: string): Promise<void> {
  await tx
    .update(players)
    .set({ tokenGeneration: sql`${players.tokenGeneration} + 1` })
    .where(eq(players.id, playerId));
}
