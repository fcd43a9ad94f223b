import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { minuteMs } from '#kit/kernel/time.ts';
import { keyedBytes, sameText } from '#kit/server/keyed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { Services } from '#kit/server/services.ts';
import { firmwareImages } from '../tables.ts';

const path = '/api/devices/firmware';

const signature = (secrets: Secrets, imageId: string, expires: number) =>
  keyedBytes(secrets.uploadSecret, `firmware\n${imageId}\n${expires}`).toString('hex');

/** Devices have no session: the address itself says until when it opens, and which file. */
export function downloadUrl(services: Services, imageId: string, expiresAt: Date): string {
  const expires = Math.ceil(expiresAt.getTime() / 1000);
  // without PUBLIC_URL nobody knows our address from outside: the device adds the one burnt in
  return `${services.config.publicUrl ?? ''}${path}/${imageId}?expires=${expires}&sig=${signature(services.secrets, imageId, expires)}`;
}

function mayDownload(
  services: Services,
  imageId: string,
  query: { expires?: string; sig?: string },
): boolean {
  const expires = Number(query.expires);
  if (!Number.isSafeInteger(expires) || expires * 1000 < services.clock.now().getTime()) return false;
  return sameText(query.sig ?? '', signature(services.secrets, imageId, expires));
}

/** Whole or from a byte on (`Range: bytes=n-`), so that a download goes on where it broke off. */
export async function mountDownload(app: FastifyInstance, services: Services): Promise<void> {
  app.get<{ Params: { id: string }; Querystring: { expires?: string; sig?: string } }>(
    `${path}/:id`,
    { config: { rateLimit: { max: 600, timeWindow: minuteMs } }, schema: { hide: true } },
    async (request, reply) => {
      const { id } = request.params;
      if (!mayDownload(services, id, request.query)) return reply.code(403).send();
      const [image] = await services.db.read.select().from(firmwareImages).where(eq(firmwareImages.id, id));
      if (!image) return reply.code(404).send();
      const asked = /^bytes=(\d{1,15})-$/.exec(request.headers.range ?? '')?.[1];
      const from = Number(asked ?? 0);
      const file = await services.storage.open(image.storageKey, from);
      if (!file)
        return reply
          .code(asked ? 416 : 404)
          .header('content-range', `bytes */${image.sizeBytes}`)
          .send();
      reply
        .code(asked ? 206 : 200)
        .header('content-type', 'application/octet-stream')
        .header('accept-ranges', 'bytes')
        .header('content-length', file.sizeBytes)
        .header('etag', `"${image.sha256}"`);
      if (asked) reply.header('content-range', `bytes ${from}-${image.sizeBytes - 1}/${image.sizeBytes}`);
      return reply.send(file.body);
    },
  );
}
