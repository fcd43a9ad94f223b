import { eq } from 'drizzle-orm';
import type { Clock } from '#kit/kernel/time.ts';
import { checkLoginPassword } from '#kit/protocol/signing.ts';
import { deviceCodePattern, mayPublish, maySubscribe } from '#kit/protocol/topics.ts';
import type { Database } from '#kit/server/database.ts';
import type { EmbeddedBrokerOptions } from '#kit/server/embedded/broker.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { deviceIdentities } from '../tables.ts';
import { deviceSecret } from './device-keys.ts';
import { createRefusalLog } from './refusals.ts';

type Rules = Required<
  Pick<EmbeddedBrokerOptions, 'authenticate' | 'authorizePublish' | 'authorizeSubscribe'>
>;

/** Who may connect as which device, and what it may then reach. The same rules answer an external broker's hooks. */
export function createBrokerAccess(parts: { db: Database; secrets: Secrets; clock: Clock }): Rules {
  const { db, secrets, clock } = parts;
  const refuse = createRefusalLog(parts);

  return {
    async authenticate(client, username, password) {
      if (!username || !deviceCodePattern.test(username)) return false;
      // two connections under one client id would throw each other out
      const turnAway = (reason: string, detail?: string) => refuse(username, reason, detail, client.address);
      if (client.id !== username) return turnAway('clientId', client.id);
      const [identity] = await db.read
        .select({ generation: deviceIdentities.generation, blockedAt: deviceIdentities.blockedAt })
        .from(deviceIdentities)
        .where(eq(deviceIdentities.code, username));
      if (!identity) return turnAway('unknownCode');
      if (identity.blockedAt) return turnAway('blocked');
      const secret = deviceSecret(secrets, username, identity.generation);
      const wrong = checkLoginPassword(secret, username, password?.toString('utf8') ?? '', clock.now());
      return wrong ? turnAway(wrong) : true;
    },
    async authorizePublish({ username, address }, topic) {
      return mayPublish(username, topic) || refuse(username, 'publish', topic, address);
    },
    async authorizeSubscribe({ username, address }, filter) {
      return maySubscribe(username, filter) || refuse(username, 'subscribe', filter, address);
    },
  };
}
