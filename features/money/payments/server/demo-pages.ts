import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '#kit/server/services.ts';
import type { PageReply, PageRequest } from '#providers/simulator-pages.ts';
import { demoMounts, demoPaths } from '../contract/demo-paths.ts';

const params = z.record(z.string(), z.string());
const read = (value: unknown) => params.safeParse(value).data ?? {};

interface Pages {
  page(request: PageRequest): Promise<PageReply | undefined>;
}

/** Pages of other people's making: another policy, and forms that may lead back to where the person came from. */
const policy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action *; frame-ancestors 'self'; base-uri 'none'";

/**
 * The platforms' own pages (cashier, log-in) of demo mode, under our address: a phone in the same network reaches this
 * port and not the simulators' ones.
 */
export async function mountDemoPages(app: FastifyInstance, services: Services): Promise<void> {
  const { wechat, alipay } = services.demoPay;
  if (!wechat && !alipay) return;
  app.get(demoPaths.ready, async () => ({ wechat: wechat !== undefined, alipay: alipay !== undefined }));
  app.get(demoPaths.returned, (_request, reply) =>
    reply.header('content-security-policy', policy).type('text/html; charset=utf-8').send('<!doctype html>'),
  );
  for (const [name, mount] of Object.entries(demoMounts)) {
    const pages: Pages | undefined = services.demoPay[name as keyof typeof demoMounts];
    if (!pages) continue;
    app.route({
      method: ['GET', 'POST'],
      url: `${mount}/*`,
      async handler(request, reply) {
        const path = new URL(request.url, 'http://demo').pathname.slice(mount.length);
        const method = request.method === 'POST' ? 'POST' : 'GET';
        const answer = await pages.page({
          path,
          method,
          mount,
          params: { ...read(request.query), ...read(request.body) },
        });
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
