import { eq } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import type { Clock } from '#kit/kernel/time.ts';
import { checkLoginPassword } from '#kit/protocol/signing.ts';
import { deviceCodePattern, mayPublish, maySubscribe } from '#kit/protocol/topics.ts';
import type { Database } from '#kit/server/database.ts';
import type { EmbeddedBrokerOptions } from '#kit/server/embedded/broker.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { deviceIdentities, deviceRefusals } from '../tables.ts';
import { deviceSecret } from './device-keys.ts';

type Rules = Required<
  Pick<EmbeddedBrokerOptions, 'authenticate' | 'authorizePublish' | 'authorizeSubscribe'>
>;

const logAgainAfterMs = 10_000;
const rememberedRefusals = 5000;

/** Who may connect as which device, and what it may then reach. The same rules answer an external broker's hooks. */
export function createBrokerAccess(parts: { db: Database; secrets: Secrets; clock: Clock }): Rules {
  const { db, secrets, clock } = parts;
  const lastLogged = new Map<string, number>();

  /** One line per device and reason every few seconds: a machine that tries without end must not fill the table. */
  async function refuse(code: string, reason: string, detail = ''): Promise<false> {
    const now = clock.now().getTime();
    const key = `${code} ${reason}`;
    if (now - (lastLogged.get(key) ?? 0) < logAgainAfterMs) return false;
    if (lastLogged.size > rememberedRefusals) lastLogged.clear();
    lastLogged.set(key, now);
    await db.transaction((tx) =>
      tx.insert(deviceRefusals).values({ at: new Date(now), id: newId(now), code, reason, detail }),
    );
    return false;
  }

  return {
    async authenticate(client, username, password) {
      if (!username || !deviceCodePattern.test(username)) return false;
      // two connections under one client id would throw each other out
      if (client.id !== username) return refuse(username, 'clientId', client.id.slice(0, 100));
      const [identity] = await db.read
        .select({ generation: deviceIdentities.generation, blockedAt: deviceIdentities.blockedAt })
        .from(deviceIdentities)
        .where(eq(deviceIdentities.code, username));
      if (!identity) return refuse(username, 'unknownCode');
      if (identity.blockedAt) return refuse(username, 'blocked');
      const secret = deviceSecret(secrets, username, identity.generation);
      const wrong = checkLoginPassword(secret, username, password?.toString('utf8') ?? '', clock.now());
      return wrong ? refuse(username, wrong) : true;
    },
    async authorizePublish({ username }, topic) {
      return mayPublish(username, topic) || refuse(username, 'publish', topic.slice(0, 200));
    },
    async authorizeSubscribe({ username }, filter) {
      return maySubscribe(username, filter) || refuse(username, 'subscribe', filter.slice(0, 200));
    },
  };
}
