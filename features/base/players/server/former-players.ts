import { and, eq, gt, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import { dayMs } from '#kit/kernel/time.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { fingerprint } from '#kit/server/sealed.ts';
import type { Services } from '#kit/server/services.ts';
import { playerFormers, type players, playerTraces } from '../tables.ts';
import { joiningKeepers } from './joined-players.ts';

/** A number that somebody gave up has a new owner some day, who is not held to what the old one did. */
export const phoneTraceDays = 365;

type Record = Pick<
  typeof players.$inferSelect,
  'id' | 'platform' | 'appId' | 'openId' | 'unionId' | 'phone' | 'joinedTo'
>;

/** With the server's key: a thief who has only the table can not try all phone numbers. */
function hashesOf(services: Pick<Services, 'secrets'>, record: Record) {
  const { platform, appId, openId, unionId, phone } = record;
  const hash = (kind: 'app' | 'phone', value: string) => ({
    kind,
    hash: fingerprint(services.secrets, value, `player trace ${kind}`),
  });
  const app = platform === 'phone' ? hash('phone', openId) : hash('app', `${platform}\n${appId}\n${openId}`);
  return [
    app,
    // the mini-program after the official account: another app, and the same person
    ...(unionId ? [hash('app', `${platform} union\n${unionId}`)] : []),
    ...(phone && phone !== openId ? [hash('phone', phone)] : []),
  ];
}

/** In the transaction that forgets the player. */
export async function leaveTraces(
  tx: Tx,
  services: Pick<Services, 'secrets'>,
  { formerId, records, now }: { formerId: string; records: readonly Record[]; now: Date },
): Promise<void> {
  const traces = records
    .flatMap((record) => hashesOf(services, record))
    .map((trace) => ({ ...trace, formerId, leftAt: now }));
  if (traces.length > 0) await tx.insert(playerTraces).values(traces).onConflictDoNothing();
}

/** When a player logs in or proves a phone: were there deleted records of this person? Their debts come along. */
export async function recognise(tx: Tx, services: Services, record: Record, now: Date): Promise<void> {
  const playerId = record.joinedTo ?? record.id;
  const since = new Date(now.getTime() - phoneTraceDays * dayMs);
  const hashes = hashesOf(services, record).map(({ hash }) => hash);
  const left = await tx
    .selectDistinct({ id: playerTraces.formerId })
    .from(playerTraces)
    .where(
      and(
        inArray(playerTraces.hash, hashes),
        or(eq(playerTraces.kind, 'app'), gt(playerTraces.leftAt, since)),
      ),
    );
  if (left.length === 0) return;
  const ids = left.map(({ id }) => id);
  const before = await tx.select().from(playerFormers).where(inArray(playerFormers.playerId, ids));
  const formers = [...new Set([...ids, ...before.map(({ formerId }) => formerId)])].toSorted();
  const found = await tx
    .insert(playerFormers)
    .values(formers.map((formerId) => ({ playerId, formerId })))
    .onConflictDoNothing()
    .returning();
  for (const { formerId } of found)
    for (const { returned } of joiningKeepers(services))
      await returned?.(tx, { from: formerId, into: playerId, now });
}

export const formersOf = async (reader: Reader, playerId: string): Promise<string[]> =>
  (await reader.select().from(playerFormers).where(eq(playerFormers.playerId, playerId))).map(
    ({ formerId }) => formerId,
  );

/** For what a person may have once, or so often: rows of this player, and of the records that were the same person. */
export const ofSamePerson = (column: AnyPgColumn, playerId: string): SQL =>
  sql`${column} = any(array(
    select ${playerFormers.formerId} from ${playerFormers} where ${playerFormers.playerId} = ${playerId}
    union all select ${playerId}::uuid))`;

/** Who is one person has been the same people before; each keeps it when they part. */
export async function joinFormers(tx: Tx, { from, into }: { from: string; into: string }): Promise<void> {
  await tx.execute(sql`
    insert into player_former (player_id, former_id)
    select ${into}::uuid, former_id from player_former where player_id = ${from} on conflict do nothing`);
}
