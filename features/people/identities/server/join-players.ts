import {
  findJoined,
  holdPlayers,
  joiningKeepers,
  leadTo,
  type PlayerRow,
} from '#features/base/players/server/public.ts';
import { countUnderWay } from '#features/selling/orders/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, playerTopic } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import { joinsChanged, undoDays } from '../contract.ts';
import { findJoin, insertJoin, joinsSince, markSplit } from './join-queries.ts';
import { returnRows, takeRows } from './joined-row-queries.ts';
import { type JoinRow, pursesOf, returnValues, takeValues } from './joined-values.ts';
import { previewJoin, previewSplit } from './preview-join.ts';

/** Staff who do it for somebody; the player needs no reason. */
export interface Doer {
  tenantId: string;
  userId: string;
  userName: string;
  reason: string;
}

const isWhole = (player: PlayerRow | undefined): player is PlayerRow =>
  player !== undefined && !player.joinedTo && !player.deletedAt && !player.closesAt;

/** What waits for a machine, a payment or a refund is in nobody's hands yet. */
async function assertAtRest(tx: Tx, playerId: string): Promise<void> {
  const waits = (await countUnderWay(tx, playerId)) > 0;
  if (waits || (await pursesOf(tx, playerId)).some(({ held }) => held > 0))
    throw conflict('identities:error.underWay');
}

/**
 * Both are there, nothing of theirs is under way, and it is what was shown. Tells whether it has to wait: there is much to
 * lose on either side, because who logs in by one of them has what belongs to the other as well.
 */
export async function assertJoinable(
  tx: Tx,
  services: Services,
  { from, into, seen }: { from: string; into: string; seen?: string },
): Promise<{ waits: boolean }> {
  const held = await holdPlayers(tx, [from, into]);
  if (from === into || !held.every(isWhole) || held.length < 2) throw missing();
  // else undoing one of them would have to find what came through the other
  if ((await findJoined(tx, from)).length > 0) throw conflict('identities:error.joinThere');
  for (const id of [from, into]) await assertAtRest(tx, id);
  const preview = await previewJoin(tx, services, { from, into });
  if (seen !== undefined && preview.seen !== seen) throw conflict('identities:error.changed');
  return { waits: preview.waitHours > 0 };
}

/**
 * Makes one player of two records: rows change hands and are written down, value moves through the books, and who comes
 * by the joined record is the other player from then on. Nothing is deleted, so that it can be undone. The caller has
 * asked `assertJoinable` in the same transaction.
 */
export async function joinPlayers(
  tx: Tx,
  services: Services,
  { from, into, doer }: { from: string; into: string; doer?: Doer | undefined },
): Promise<JoinRow> {
  const now = services.clock.now();
  const pair = { from, into, now };
  const keepers = joiningKeepers(services);
  for (const { before } of keepers) await before?.(tx, pair);
  const join = await insertJoin(tx, {
    id: newId(now.getTime()),
    joinedAt: now,
    fromPlayer: from,
    intoPlayer: into,
    undoUntil: new Date(now.getTime() + undoDays * dayMs),
    ...doer,
  });
  await takeRows(tx, join);
  await takeValues(tx, join, now);
  await leadTo(tx, from, into);
  for (const { joined } of keepers) await joined?.(tx, pair);
  for (const id of [from, into]) await emit(tx, playerTopic(id), joinsChanged, {});
  return join;
}

/** What was moved goes back as far as it is there; all log-ins of both end, for one phone may be logged in as the other. */
export async function splitPlayers(
  tx: Tx,
  services: Services,
  { id, seen }: { id: string; seen: string },
): Promise<JoinRow> {
  const now = services.clock.now();
  const known = await findJoin(tx, id);
  if (!known) throw missing();
  const { fromPlayer: from, intoPlayer: into } = known;
  const held = await holdPlayers(tx, [from, into]);
  const join = await markSplit(tx, id, now);
  if (!join || held.some(({ deletedAt }) => deletedAt)) throw missing();
  if (join.undoUntil <= now) throw conflict('identities:error.tooLate', { days: undoDays });
  await assertAtRest(tx, into);
  const pair = { from, into, now };
  const keepers = joiningKeepers(services);
  for (const { before } of keepers) await before?.(tx, pair);
  if ((await previewSplit(tx, join)).seen !== seen) throw conflict('identities:error.changed');
  await returnRows(tx, join);
  await returnValues(tx, join, now);
  await leadTo(tx, from, null);
  await leadTo(tx, into, null);
  for (const { split } of keepers) await split?.(tx, { ...pair, joinedAt: join.joinedAt });
  for (const playerId of [from, into]) await emit(tx, playerTopic(playerId), joinsChanged, {});
  return join;
}

const lateMs = 2 * dayMs;

/** What was under way in the joined record's name when it was joined follows, once it has come to rest. */
export async function followJoined(services: Services): Promise<void> {
  const { db, clock } = services;
  const now = clock.now();
  for (const { id, fromPlayer: from, intoPlayer: into } of await joinsSince(
    db.read,
    new Date(now.getTime() - lateMs),
  ))
    await db.transaction(async (tx) => {
      await holdPlayers(tx, [from, into]);
      const join = await findJoin(tx, id);
      if (!join || join.splitAt || (await countUnderWay(tx, from)) > 0) return;
      const pair = { from, into, now };
      const keepers = joiningKeepers(services);
      for (const { before } of keepers) await before?.(tx, pair);
      const taken = await takeRows(tx, join);
      const moved = await takeValues(tx, join, now);
      if (taken || moved) for (const { joined } of keepers) await joined?.(tx, pair);
    });
}
