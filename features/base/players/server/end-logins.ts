import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#kit/server/database.ts';
import { raiseGeneration } from './player-queries.ts';

const channel = 'player_logins_ended';

type Listener = (playerId: string) => void;
/** by what all views of one database share: every call has its own */
const listenersOf = new WeakMap<Database['read'], Set<Listener>>();

/** On every phone. All servers hear of it with the commit, this one before the caller gets its answer. */
export async function endLogins(db: Database, playerId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await raiseGeneration(tx, playerId);
    await notify(tx, playerId);
  });
  tellHere(db, playerId);
}

const notify = (tx: Tx, playerId: string) => tx.execute(sql`select pg_notify(${channel}, ${playerId})`);

function tellHere(db: Database, playerId: string): void {
  for (const listener of listenersOf.get(db.read) ?? []) listener(playerId);
}

/** For who has raised the generation already. */
export async function tellLoginsEnded(db: Database, playerId: string): Promise<void> {
  await db.transaction((tx) => notify(tx, playerId));
  tellHere(db, playerId);
}

/** `onUnknown`: the line was lost, and nobody knows whose logins ended meanwhile. */
export async function onLoginsEnded(db: Database, listener: Listener, onUnknown: () => void): Promise<void> {
  const listeners = listenersOf.get(db.read) ?? new Set();
  listeners.add(listener);
  listenersOf.set(db.read, listeners);
  await db.listen(channel, listener, onUnknown);
}
