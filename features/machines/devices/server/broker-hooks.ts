import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { forbidden } from '#kit/kernel/errors.ts';
import type { Services } from '#kit/server/services.ts';
import { createBrokerAccess } from './broker-access.ts';

/** where the device comes from, as far as the broker says so: who is turned away is written down so often per address */
const peerhost = z.string().max(100).default('broker');
const login = z.object({ clientid: z.string(), username: z.string(), password: z.string(), peerhost });
const use = z.object({
  username: z.string(),
  action: z.enum(['publish', 'subscribe']),
  topic: z.string(),
  peerhost,
});

const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * What EMQX and brokers like it ask over HTTP: may this client log in, may it use this topic. The same rules as the
 * embedded broker's; only with a token, and not at all without one.
 */
export async function mountBrokerHooks(app: FastifyInstance, services: Services): Promise<void> {
  const token = services.config.mqtt.hookToken;
  if (token === undefined) return;
  const access = createBrokerAccess(services);
  const expected = digest(`Bearer ${token}`);
  const answer = (allowed: boolean) => ({ result: allowed ? 'allow' : 'deny' });

  await app.register(async (room) => {
    room.addHook('onRequest', async (request) => {
      if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw forbidden();
    });
    room.post('/api/devices/broker/authenticate', async (request) => {
      const asked = login.safeParse(request.body);
      if (!asked.success) return answer(false);
      const { clientid, username, password, peerhost: address } = asked.data;
      return answer(await access.authenticate({ id: clientid, address }, username, Buffer.from(password)));
    });
    room.post('/api/devices/broker/authorize', async (request) => {
      const asked = use.safeParse(request.body);
      if (!asked.success) return answer(false);
      const { username, action, topic, peerhost: address } = asked.data;
      const client = { id: username, username, address };
      return answer(
        await (action === 'publish'
          ? access.authorizePublish(client, topic)
          : access.authorizeSubscribe(client, topic)),
      );
    });
  });
}
