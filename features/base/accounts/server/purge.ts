import { lt, or } from 'drizzle-orm';
import { dayMs } from '#kit/kernel/time.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { remove } from '#kit/server/tables.ts';
import { sessions } from '../tables.ts';
import { purgeCaptchas } from './captcha.ts';
import { purgeFailures } from './login-guard.ts';
import { purgeCodes } from './sms-codes.ts';

/** Ended logins are kept a while: a stolen refresh token shown late is still recognised as an old one. */
const endedSessionsKeptMs = 30 * dayMs;

export async function purgeExpired(services: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = services.clock.now();
  const before = new Date(now.getTime() - endedSessionsKeptMs);
  await services.db.transaction(async (tx) => {
    await purgeCodes(tx, now);
    await purgeCaptchas(tx, now);
    await purgeFailures(tx, now);
    await remove(tx, platformScope, sessions, (session) =>
      or(lt(session.expiresAt, before), lt(session.revokedAt, before)),
    );
  });
}
