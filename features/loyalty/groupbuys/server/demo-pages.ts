import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '#kit/server/services.ts';
import { dealDemoMounts } from '#providers/deal-platform.ts';
import { dealShop } from '#providers/deal-shop-page.ts';
import { platforms } from '../contract/kinds.ts';

const params = z.record(z.string(), z.string());
const read = (value: unknown) => params.safeParse(value).data ?? {};

/** Pages of other people's making: another policy, and forms that may lead back to where the person came from. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action *; frame-ancestors 'none'; base-uri 'none'";

/** The platforms' own pages of demo mode, under our address: a phone in the same network reaches this port alone. */
export async function mountDemoPages(app: FastifyInstance, services: Services): Promise<void> {
  for (const name of platforms) {
    const simulator = services.demoDeals[name];
    if (!simulator) continue;
    const mount = dealDemoMounts[name];
    app.route({
      method: ['GET', 'POST'],
      url: `${mount}/*`,
      async handler(request, reply) {
        const path = new URL(request.url, 'http://demo').pathname.slice(mount.length);
        const method = request.method === 'POST' ? 'POST' : 'GET';
        const asked = { ...read(request.query), ...read(request.body) };
        const wanted = { path, method, mount, params: asked } as const;
        const answer = dealShop(simulator, wanted) ?? (await simulator.page(wanted));
        if (!answer) return reply.callNotFound();
        if ('location' in answer) return reply.redirect(answer.location);
        return reply
          .status(answer.status)
          .header('content-security-policy', policy)
          .type('text/html; charset=utf-8')
          .send(answer.html);
      },
    });
  }
}
