import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError, invalid } from '#kit/kernel/errors.ts';
import type { Services } from '#kit/server/services.ts';
import { verifyTemporaryUpload } from '#providers/storage/temporary-upload.ts';
import { tooLarge } from './store-upload.ts';

/** The disk store has no server of its own: this is where its signed addresses lead. */
export async function mountSignedUpload(app: FastifyInstance, services: Services): Promise<void> {
  if (services.config.storage.kind !== 'disk') return;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  app.put('/upload', { bodyLimit: services.config.uploads.videoMaxBytes + 1 }, async (request, reply) => {
    const allowed = verifyTemporaryUpload(request.query as Record<string, string>, {
      secret: services.secrets.uploadSecret,
      now: () => services.clock.now().getTime(),
    });
    if (!allowed) throw new AppError('kit:error.linkExpired', 'forbidden');
    if (request.headers['content-type'] !== allowed.contentType) throw invalid('uploads:error.format');
    const { maxBytes, key, contentType } = allowed;
    const body = request.body as Readable;
    async function* limited(): AsyncGenerator<Buffer> {
      let size = 0;
      for await (const chunk of body as AsyncIterable<Buffer>) {
        size += chunk.length;
        if (size > maxBytes) throw tooLarge(maxBytes);
        yield chunk;
      }
    }
    await services.storage.put(key, Readable.from(limited()), { contentType });
    return reply.status(200).send();
  });
}
