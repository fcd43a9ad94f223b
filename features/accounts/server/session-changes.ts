import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database, Tx } from '#kit/server/database.ts';
import { emit, tenantTopic, userTopic } from '#kit/server/outbox.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { users } from '../tables.ts';

/** What a change makes stale: the sessions of one user, one login, everyone of a tenant, everyone with a role. */
export interface SessionTarget {
  kind: 'user' | 'session' | 'tenant' | 'role';
  id: string;
}
export type Touch = (kind: SessionTarget['kind'], id: string) => Promise<void>;

export const sessionChannel = 'session_changed';

type Listener = (target: SessionTarget) => void;
const listenersOf = new WeakMap<Database, Set<Listener>>();

export function onLocalSessionChange(db: Database, listener: Listener): void {
  const listeners = listenersOf.get(db) ?? new Set();
  listeners.add(listener);
  listenersOf.set(db, listeners);
}

export function parseTarget(payload: string): SessionTarget | undefined {
  const found = /^(user|session|tenant|role):(.+)$/.exec(payload);
  return found ? { kind: found[1] as SessionTarget['kind'], id: found[2]! } : undefined;
}

/** Open pages fetch their rights and menu anew. */
async function announce(tx: Tx, { kind, id }: SessionTarget): Promise<void> {
  if (kind === 'tenant') await emit(tx, tenantTopic(id), 'session.changed');
  if (kind === 'user') await emit(tx, userTopic(id), 'session.changed');
  if (kind !== 'role') return;
  const user = rows(platformScope, users);
  const holders = await tx
    .select({ id: user.id })
    .from(user)
    .where(and(eq(user.roleId, id), isNull(user.removedAt)));
  for (const holder of holders) await emit(tx, userTopic(holder.id), 'session.changed');
}

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
  for (const target of touched) for (const listener of listenersOf.get(db) ?? []) listener(target);
  return result;
}
