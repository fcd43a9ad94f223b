import { secondMs } from '#kit/kernel/time.ts';
import type { Services } from '#kit/server/services.ts';
import type { Authenticator, Session, StaffSession, StaleListener } from '#kit/server/session.ts';
import { type LiveLogin, loadLogin } from './principal.ts';
import { onLocalSessionChange, parseTarget, type SessionTarget, sessionChannel } from './session-changes.ts';
import { readAccessToken } from './tokens.ts';

const maxEntries = 10_000;
/** Bounds how long a lost notification can matter. */
const freshMs = 30 * secondMs;
const maxTokenLength = 1000;

interface Entry extends LiveLogin {
  usableUntilMs: number;
}

function concerns({ session, roleId }: LiveLogin, { kind, id }: SessionTarget): boolean {
  switch (kind) {
    case 'user':
      return session.userId === id;
    case 'session':
      return session.sessionId === id;
    case 'role':
      return roleId === id;
    case 'tenant':
      return (
        session.tenantId === id || (session.scope.kind === 'tenants' && session.scope.tenantIds.includes(id))
      );
  }
}

/**
 * Token → session. Known tokens cost one map lookup: no database, no cryptography. Changes of accounts, roles, tenants
 * and logins drop what they concern at once, in every process, through PostgreSQL's notifications.
 */
export async function createAuthenticator(
  services: Pick<Services, 'db' | 'features' | 'clock' | 'secrets'>,
): Promise<Authenticator> {
  const { db, clock, secrets } = services;
  const entries = new Map<string, Entry>();
  const loading = new Map<string, Promise<StaffSession | undefined>>();
  /** Counts changes: what was loaded while one happened may be older than it and is not kept. */
  let changes = 0;
  const staleListeners = new Set<StaleListener>();

  function forget(target: SessionTarget): void {
    changes += 1;
    for (const [token, entry] of entries) if (concerns(entry, target)) entries.delete(token);
    // whose role it is, a session does not say: all of the staff ask again
    const mayConcern = (session: Session) =>
      session.kind === 'staff' && (target.kind === 'role' || concerns({ session, roleId: null }, target));
    for (const listener of staleListeners) listener(mayConcern);
  }

  function forgetAll(): void {
    changes += 1;
    entries.clear();
    for (const listener of staleListeners) listener(({ kind }) => kind === 'staff');
  }

  async function load(token: string): Promise<StaffSession | undefined> {
    const claims = await readAccessToken(secrets, token, clock.now());
    if (!claims) return undefined;
    const seen = changes;
    const login = await loadLogin(services, claims);
    if (!login) return undefined;
    if (seen === changes) {
      if (entries.size >= maxEntries) entries.delete(entries.keys().next().value!);
      const usableUntilMs = Math.min(claims.expiresAtMs, clock.now().getTime() + freshMs);
      entries.set(token, { ...login, usableUntilMs });
    }
    return login.session;
  }

  onLocalSessionChange(db, forget);
  await db.listen(
    sessionChannel,
    (payload) => {
      const target = parseTarget(payload);
      if (target) forget(target);
    },
    // After a lost connection nobody knows what was missed.
    forgetAll,
  );

  return {
    async resolve(token) {
      const entry = entries.get(token);
      if (entry && clock.now().getTime() < entry.usableUntilMs) return entry.session;
      if (entry) entries.delete(token);
      if (token.length > maxTokenLength) return undefined;
      const running = loading.get(token);
      if (running) return running;
      const started = load(token).finally(() => loading.delete(token));
      loading.set(token, started);
      return started;
    },
    onStale(listener) {
      staleListeners.add(listener);
      return () => staleListeners.delete(listener);
    },
  };
}
