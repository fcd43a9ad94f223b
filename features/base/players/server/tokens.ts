import { jwtVerify, SignJWT } from 'jose';
import { dayMs, secondMs } from '#kit/kernel/time.ts';
import { keyFor } from '#kit/server/keyed-code.ts';
import { playerScope } from '#kit/server/scope.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { Services } from '#kit/server/services.ts';
import type { Authenticator, PlayerSession, Session, StaleListener } from '#kit/server/session.ts';
import { onLoginsEnded } from './end-logins.ts';
import { findPlayer, type PlayerRow } from './player-queries.ts';

/** As long as the specification's cookies live. */
export const playerTokenMs = 30 * dayMs;
/** Bounds how long a lost notification can matter. */
const freshMs = 30 * secondMs;
const maxEntries = 20_000;
const maxTokenLength = 1000;
const issuer = 'coinyard';
const audience = 'player';

const keyOf = ({ tokenSecret }: Pick<Secrets, 'tokenSecret'>) =>
  keyFor(tokenSecret, 'coinyard player tokens');

export function issuePlayerToken(
  { secrets, clock }: Pick<Services, 'secrets' | 'clock'>,
  player: Pick<PlayerRow, 'id' | 'tokenGeneration'>,
  /** by which of the records that lead to the player */
  identityId: string = player.id,
): Promise<string> {
  const issuedAt = Math.floor(clock.now().getTime() / secondMs);
  return new SignJWT({ gen: player.tokenGeneration, ...(identityId !== player.id && { by: identityId }) })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(player.id)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + playerTokenMs / secondMs)
    .sign(keyOf(secrets));
}

/** Player tokens only; staff tokens are not understood here, nor these there. */
export async function createPlayerAuthenticator({
  db,
  clock,
  secrets,
}: Pick<Services, 'db' | 'clock' | 'secrets'>): Promise<Authenticator> {
  const entries = new Map<string, { session: PlayerSession; usableUntilMs: number }>();
  const key = keyOf(secrets);
  const staleListeners = new Set<StaleListener>();
  /** Counts endings: what was read while one happened may be older than it and is not kept. */
  let endings = 0;

  function forget(isOver: (session: PlayerSession) => boolean): void {
    endings += 1;
    for (const [token, { session }] of entries) if (isOver(session)) entries.delete(token);
    const mayBeOver = (session: Session) => session.kind === 'player' && isOver(session);
    for (const listener of staleListeners) listener(mayBeOver);
  }
  await onLoginsEnded(
    db,
    (playerId) => forget((session) => session.playerId === playerId),
    () => forget(() => true),
  );

  async function read(token: string): Promise<{ session: PlayerSession; expiresAtMs: number } | undefined> {
    try {
      const { payload } = await jwtVerify(token, key, {
        algorithms: ['HS256'],
        issuer,
        audience,
        currentDate: clock.now(),
        requiredClaims: ['sub', 'gen', 'exp'],
      });
      const player = await findPlayer(db.read, payload.sub as string);
      if (!player || player.joinedTo || player.tokenGeneration !== payload.gen) return undefined;
      const sessionId = `${player.id}.${player.tokenGeneration}`;
      const session: PlayerSession = {
        kind: 'player',
        sessionId,
        playerId: player.id,
        identityId: typeof payload.by === 'string' ? payload.by : player.id,
        ...(player.closesAt && { closed: true }),
        scope: playerScope(player.id),
      };
      return { session, expiresAtMs: (payload.exp as number) * secondMs };
    } catch (error) {
      if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J'))
        return undefined;
      throw error;
    }
  }

  return {
    async resolve(token) {
      const nowMs = clock.now().getTime();
      const entry = entries.get(token);
      if (entry && nowMs < entry.usableUntilMs) return entry.session;
      entries.delete(token);
      if (token.length > maxTokenLength) return undefined;
      const seen = endings;
      const found = await read(token);
      if (!found || seen !== endings) return found?.session;
      if (entries.size >= maxEntries) entries.delete(entries.keys().next().value as string);
      entries.set(token, {
        session: found.session,
        usableUntilMs: Math.min(found.expiresAtMs, nowMs + freshMs),
      });
      return found.session;
    },
    onStale(listener) {
      staleListeners.add(listener);
      return () => staleListeners.delete(listener);
    },
  };
}
