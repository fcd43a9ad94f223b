import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { AppError, invalid } from '#kit/kernel/errors.ts';
import type { Services } from '#kit/server/services.ts';
import { verifyTemporaryUpload } from '#providers/storage/temporary-upload.ts';
import { tooLarge } from './store-upload.ts';
import { isAwaited } from './upload-queries.ts';

/** The disk store has no server: this is where its signed addresses lead. */
export async function mountSignedUpload(app: FastifyInstance, services: Services): Promise<void> {
  if (services.config.storage.kind !== 'disk') return;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const bodyLimit = services.config.uploads.videoMaxBytes + 1;
  app.put('/upload', { bodyLimit, config: { longBody: true } }, async (request, reply) => {
    const allowed = verifyTemporaryUpload(request.query as Record<string, string>, {
      secret: services.secrets.uploadSecret,
      now: () => services.clock.now().getTime(),
    });
    if (!allowed) throw new AppError('kit:error.linkExpired', 'forbidden');
    if (request.headers['content-type'] !== allowed.contentType) throw invalid('uploads:error.format');
    const { maxBytes, key, contentType } = allowed;
    if (!(await isAwaited(services.db.read, key))) throw new AppError('kit:error.linkExpired', 'forbidden');
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
    // completed or forgotten while the bytes came: nobody would ever look at them again
    if (!(await isAwaited(services.db.read, key))) {
      await services.storage.remove(key);
      throw new AppError('kit:error.linkExpired', 'forbidden');
    }
    return reply.status(200).send();
  });
}
