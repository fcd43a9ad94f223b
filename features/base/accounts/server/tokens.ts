import { jwtVerify, SignJWT } from 'jose';
import { secondMs } from '#kit/kernel/time.ts';
import { sameText } from '#kit/server/keyed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { keyedHash, keyFor } from './keyed-hash.ts';

const issuer = 'coinyard';
const audience = 'staff';

type TokenSecrets = Pick<Secrets, 'tokenSecret'>;

export function issueAccessToken(
  secrets: TokenSecrets,
  login: { userId: string; sessionId: string },
  now: Date,
  lifeMs: number,
): Promise<string> {
  const issuedAt = Math.floor(now.getTime() / secondMs);
  return new SignJWT({ sid: login.sessionId })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(login.userId)
    .setIssuer(issuer)
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + lifeMs / secondMs)
    .sign(keyFor(secrets, 'access'));
}

export interface AccessClaims {
  userId: string;
  sessionId: string;
  expiresAtMs: number;
}

const uuidPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

export async function readAccessToken(
  secrets: TokenSecrets,
  token: string,
  now: Date,
): Promise<AccessClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, keyFor(secrets, 'access'), {
      algorithms: ['HS256'],
      issuer,
      audience,
      currentDate: now,
      requiredClaims: ['sub', 'sid', 'exp'],
    });
    const { sub, sid, exp } = payload;
    if (typeof sid !== 'string' || !uuidPattern.test(sid) || !sub || !uuidPattern.test(sub)) return undefined;
    return { userId: sub, sessionId: sid, expiresAtMs: exp! * secondMs };
  } catch {
    return undefined;
  }
}

const signRefresh = (secrets: TokenSecrets, sessionId: string, generation: number) =>
  keyedHash(secrets, 'refresh', `${sessionId}.${generation}`);

/** Always the same for a login and a generation, see the session table. */
export const refreshTokenOf = (secrets: TokenSecrets, sessionId: string, generation: number): string =>
  `${sessionId}.${generation}.${signRefresh(secrets, sessionId, generation)}`;

export function readRefreshToken(
  secrets: TokenSecrets,
  token: string,
): { sessionId: string; generation: number } | undefined {
  const [sessionId = '', generation = '', signature = '', ...rest] = token.split('.');
  if (rest.length > 0 || !uuidPattern.test(sessionId) || !/^[1-9]\d{0,8}$/.test(generation)) return undefined;
  if (!sameText(signature, signRefresh(secrets, sessionId, Number(generation)))) return undefined;
  return { sessionId, generation: Number(generation) };
}
