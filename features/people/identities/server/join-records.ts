import { findPlayers } from '#features/base/players/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Joined, Waiting } from '../contract.ts';
import type { Asked } from './ask-join.ts';
import type { joinsInto } from './join-queries.ts';
import type { WishRow } from './wish-queries.ts';

type Found = Awaited<ReturnType<typeof joinsInto>>[number];

export const toJoined = ({ join, playerName, platform }: Found, now: Date, mine: boolean): Joined => ({
  id: join.id,
  playerName,
  platform,
  joinedAt: join.joinedAt.toISOString(),
  undoUntil: join.undoUntil.toISOString(),
  userName: join.userName,
  reason: join.reason,
  mayUndo: mine && join.undoUntil > now,
});

export const toAsked = ({ join, wish }: Asked) => ({
  id: (join ?? wish).id,
  waitsUntil: wish?.dueAt.toISOString() ?? null,
});

/** With the name of the other one, as seen from this player. */
export async function toWaiting(
  reader: Reader,
  wishes: readonly WishRow[],
  playerId: string,
): Promise<Waiting[]> {
  const otherOf = ({ fromPlayer, intoPlayer }: WishRow) =>
    fromPlayer === playerId ? intoPlayer : fromPlayer;
  const players = await findPlayers(reader, wishes.map(otherOf));
  return wishes.flatMap((wish) => {
    const other = players.get(otherOf(wish));
    if (!other) return [];
    return {
      id: wish.id,
      playerName: other.name,
      platform: other.platform,
      askedAt: wish.askedAt.toISOString(),
      dueAt: wish.dueAt.toISOString(),
      userName: wish.userName,
    };
  });
}
