import type { Joined } from '../contract.ts';
import type { joinsInto } from './join-queries.ts';

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
