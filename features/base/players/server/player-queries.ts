import { and, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { conflict, unauthorized } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { pick } from '#kit/kernel/pick.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { findPlain } from '#kit/server/row-statements.ts';
import type { Services } from '#kit/server/services.ts';
import type { PlayerPlatform } from '../contract.ts';
import { phoneProofs, players } from '../tables.ts';
import { leaveTraces } from './former-players.ts';

export type PlayerRow = typeof players.$inferSelect;

export async function findPlayer(reader: Reader, id: string): Promise<PlayerRow | undefined> {
  const [found] = await findPlain(reader, players, { id });
  return found;
}

/**
 * The player, who stays until the transaction ends: whatever is written for one takes this first, and who deletes the
 * account, or joins it to another, waits for it (`takePlayer`, `holdPlayers`) or was quicker, and then there is nobody.
 */
export async function holdPlayer(tx: Tx, id: string): Promise<PlayerRow | undefined> {
  const nobody = { deletedAt: null, closesAt: null, joinedTo: null };
  const [found] = await findPlain(tx, players, { id, ...nobody }, 'share');
  return found;
}

/** Nothing is being written for the player from now on. */
export async function takePlayer(tx: Tx, id: string): Promise<PlayerRow | undefined> {
  const [found] = await findPlain(tx, players, { id, deletedAt: null }, 'update');
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

/** What other features may join of players: who they are, not how they log in. */
export const playerView = () =>
  new QueryBuilder()
    .select({
      ...pick(players, 'id', 'name', 'photo', 'phone', 'platform'),
    })
    .from(players)
    .as('player');

/** One person may be known to WeChat and to Alipay, until both are joined. */
export const findPlayersByPhone = (reader: Reader, phone: string): Promise<PlayerRow[]> =>
  reader
    .select()
    .from(players)
    .where(and(eq(players.phone, phone), isNull(players.joinedTo)))
    .orderBy(players.createdAt);

/** In the order of their ids. Rows that name a player may still be added meanwhile. */
export async function holdPlayers(tx: Tx, ids: readonly string[]): Promise<PlayerRow[]> {
  return tx
    .select()
    .from(players)
    .where(inArray(players.id, [...ids]))
    .orderBy(players.id)
    .for('no key update');
}

/** Whose log-ins lead to this player besides the own. */
export const findJoined = (reader: Reader, playerId: string): Promise<PlayerRow[]> =>
  reader.select().from(players).where(eq(players.joinedTo, playerId)).orderBy(players.createdAt);

/** All log-ins by that record end: the next one leads to another player. */
export async function leadTo(tx: Tx, playerId: string, joinedTo: string | null): Promise<void> {
  await tx
    .update(players)
    .set({ joinedTo, tokenGeneration: sql`${players.tokenGeneration} + 1` })
    .where(eq(players.id, playerId));
}

/** What the row said before stands on the right side of each. */
export async function setPhone(tx: Tx, playerId: string, phone: string, now: Date): Promise<void> {
  const isOther = sql`${players.phone} is distinct from ${phone}`;
  await tx
    .update(players)
    .set({
      phone,
      phoneSince: sql`case when ${isOther} then ${now.toISOString()}::timestamptz else ${players.phoneSince} end`,
      // one that was set today was not proven by the earlier owner of the account: it does not replace that phone
      phoneBefore: sql`case when ${isOther} and (${players.phoneSince} is null
        or ${players.phoneSince} <= ${new Date(now.getTime() - dayMs).toISOString()}::timestamptz)
        then ${players.phone} else ${players.phoneBefore} end`,
    })
    .where(eq(players.id, playerId));
}

/** All log-ins end; a log-in from now on may take the deletion back, and do nothing else. */
export async function closePlayer(tx: Tx, playerId: string, closesAt: Date | null): Promise<void> {
  await tx
    .update(players)
    .set({ closesAt, tokenGeneration: sql`${players.tokenGeneration} + 1` })
    .where(eq(players.id, playerId));
}

export const findClosing = (reader: Reader, until: Date): Promise<PlayerRow[]> =>
  reader
    .select()
    .from(players)
    .where(and(lte(players.closesAt, until), isNull(players.deletedAt)))
    .orderBy(players.closesAt);

export interface PlatformIdentity {
  platform: PlayerPlatform;
  appId: string;
  openId: string;
  /** WeChat's id of the person over all apps of the operator, where it tells one */
  unionId?: string;
  name?: string;
  photo?: string;
  phone?: string;
}

/**
 * Who comes by an app for the first time and is known by WeChat's union id in another one is that player: the new record
 * leads there from its beginning, so nothing has to be joined. Two records that are there already are joined by their
 * owner (features/people/identities).
 */
async function findByUnionId(
  tx: Tx,
  { platform, appId, openId, unionId }: PlatformIdentity,
): Promise<string | undefined> {
  if (!unionId) return undefined;
  // two apps opened at the same moment: the second one sees the record of the first
  await holdName(tx, 'union id', unionId);
  const [own] = await findPlain(tx, players, { platform, appId, openId });
  if (own) return undefined;
  const [known] = await tx
    .select({ id: players.id, joinedTo: players.joinedTo })
    .from(players)
    .where(and(eq(players.unionId, unionId), eq(players.platform, platform), isNull(players.deletedAt)))
    .orderBy(players.createdAt)
    .limit(1);
  return known && (await holdPlayer(tx, known.joinedTo ?? known.id))?.id;
}

/** The player the platform names; a new one at the first meeting, called `firstName` unless the platform knows better. Names and photos follow the platform's. */
export async function rememberPlayer(tx: Tx, identity: PlatformIdentity, firstName = ''): Promise<PlayerRow> {
  const { platform, appId, openId, unionId, name, photo, phone } = identity;
  const joinedTo = await findByUnionId(tx, identity);
  const [player] = await tx
    .insert(players)
    .values({
      id: newId(),
      ...{ platform, appId, openId, unionId, joinedTo, phone },
      name: name || firstName,
      photo: photo ?? '',
    })
    .onConflictDoUpdate({
      target: [players.platform, players.appId, players.openId],
      // something must be set for the row to come back
      set: {
        openId,
        ...(unionId && { unionId }),
        ...(name && {
          name: sql`case when ${players.namedByPlayer} then ${players.name} else ${name}::text end`,
        }),
        ...(photo && {
          photo: sql`case when ${players.photoByPlayer} then ${players.photo} else ${photo}::text end`,
        }),
      },
    })
    .returning();
  return player as PlayerRow;
}

/** The player's own word; what is absent stays. undefined when there is no such player. */
export async function changePlayer(
  tx: Tx,
  playerId: string,
  { name, birthday }: { name?: string | undefined; birthday?: string | null | undefined },
): Promise<PlayerRow | undefined> {
  const [player] = await tx
    .update(players)
    .set({
      // something must be set for the row to come back
      namedByPlayer: players.namedByPlayer,
      ...(name !== undefined && { name, namedByPlayer: true }),
      ...(birthday !== undefined && { birthday }),
    })
    .where(eq(players.id, playerId))
    .returning();
  return player;
}

/** The address of a picture that the player chose. */
export async function changePhoto(tx: Tx, playerId: string, photo: string): Promise<boolean> {
  const changed = await tx
    .update(players)
    .set({ photo, photoByPlayer: true })
    .where(and(eq(players.id, playerId), isNull(players.deletedAt)))
    .returning({ id: players.id });
  return changed.length > 0;
}

/**
 * Of who logs in by phone it is also the way in, and then it is nobody else's. A record by phone that was joined to the
 * player is a way in too: left at the old number it would let in the next person who gets that number.
 */
export async function changeWayIn(tx: Tx, playerId: string, phone: string): Promise<void> {
  const joined = await findJoined(tx, playerId);
  const held = await holdPlayers(tx, [playerId, ...joined.map(({ id }) => id)]);
  const player = held.find(({ id }) => id === playerId);
  if (!player || player.deletedAt) throw unauthorized();
  const way = [player, ...held.filter(({ joinedTo }) => joinedTo === playerId)].find(
    ({ platform }) => platform === 'phone',
  );
  if (!way) return;
  const [other] = await findPlain(tx, players, { platform: 'phone', openId: phone });
  if (other && other.id !== way.id) throw conflict('players:error.phoneTaken');
  await tx.update(players).set({ openId: phone }).where(eq(players.id, way.id));
}

/** Tokens of an older generation are refused. */
export async function raiseGeneration(tx: Tx, playerId: string): Promise<void> {
  await tx
    .update(players)
    .set({ tokenGeneration: sql`${players.tokenGeneration} + 1` })
    .where(eq(players.id, playerId));
}

/** The rows stay for orders and books; the identities are free for the next log-in with them. */
export async function forgetPlayer(
  tx: Tx,
  services: Pick<Services, 'secrets'>,
  playerId: string,
  now: Date,
): Promise<void> {
  // a transaction that joins a record to this player has ended before we look what was joined
  const held = await holdPlayers(tx, [playerId]);
  await leaveTraces(tx, services, {
    formerId: playerId,
    records: [...held, ...(await findJoined(tx, playerId))],
    now,
  });
  const gone = await tx
    .update(players)
    .set({
      openId: sql`'deleted ' || ${players.id}::text`,
      unionId: null,
      name: '',
      photo: '',
      photoByPlayer: false,
      phone: null,
      phoneBefore: null,
      birthday: null,
      closesAt: null,
      deletedAt: now,
      tokenGeneration: sql`${players.tokenGeneration} + 1`,
    })
    .where(or(eq(players.id, playerId), eq(players.joinedTo, playerId)))
    .returning({ id: players.id });
  await tx.delete(phoneProofs).where(
    inArray(
      phoneProofs.playerId,
      gone.map(({ id }) => id),
    ),
  );
}
