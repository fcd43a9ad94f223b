import { sql } from 'drizzle-orm';
import type { Database, Tx } from '#kit/server/database.ts';
import { emitAll, tenantTopic, told, userTopic } from '#kit/server/outbox.ts';
import { platformScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { sessionChanged } from '../contract/events.ts';
import { users } from '../tables.ts';

/** What a change makes stale: the sessions of one user, one login, everyone of a tenant, everyone with a role. */
export interface SessionTarget {
  kind: 'user' | 'session' | 'tenant' | 'role';
  id: string;
}
export type Touch = (kind: SessionTarget['kind'], id: string) => Promise<void>;

export const sessionChannel = 'session_changed';

type Listener = (target: SessionTarget) => void;
/** by what all views of one database share: every call has its own */
const listenersOf = new WeakMap<Database['read'], Set<Listener>>();

export function onLocalSessionChange(db: Database, listener: Listener): void {
  const listeners = listenersOf.get(db.read) ?? new Set();
  listeners.add(listener);
  listenersOf.set(db.read, listeners);
}

export function parseTarget(payload: string): SessionTarget | undefined {
  const found = /^(user|session|tenant|role):(.+)$/.exec(payload);
  return found ? { kind: found[1] as SessionTarget['kind'], id: found[2]! } : undefined;
}

async function topicsOf(tx: Tx, { kind, id }: SessionTarget): Promise<string[]> {
  if (kind === 'tenant') return [tenantTopic(id)];
  if (kind === 'user') return [userTopic(id)];
  if (kind === 'session') return [];
  const holders = await find(tx, platformScope, users, { roleId: id, removedAt: null });
  return holders.map((holder) => userTopic(holder.id));
}

/** Open pages fetch their rights and menu again. */
const announce = async (tx: Tx, target: SessionTarget): Promise<void> =>
  emitAll(
    tx,
    (await topicsOf(tx, target)).map((topic) => told(topic, sessionChanged)),
  );

/**
 * A transaction that changes who may do what. Every `touch` reaches the session caches of all server processes with
 * the commit, and the one of this process before the caller gets its answer: the next call already sees the change.
 */
export async function changeSessions<T>(
  db: Database,
  work: (tx: Tx, touch: Touch) => Promise<T>,
): Promise<T> {
  let touched: SessionTarget[] = [];
  const result = await db.transaction((tx) => {
    touched = [];
    return work(tx, async (kind, id) => {
      const target = { kind, id };
      touched.push(target);
      await announce(tx, target);
      await tx.execute(sql`select pg_notify(${sessionChannel}, ${`${kind}:${id}`})`);
    });
  });
  for (const target of touched) for (const listener of listenersOf.get(db.read) ?? []) listener(target);
  return result;
}
