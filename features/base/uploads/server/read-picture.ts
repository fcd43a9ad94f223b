import { buffer } from 'node:stream/consumers';
import type { FastifyRequest } from 'fastify';
import { invalid } from '#kit/kernel/errors.ts';

/** The one file of a request, whole in memory: for pictures that a feature keeps itself. */
export async function readPicture(request: FastifyRequest, maxBytes: number): Promise<Buffer> {
  if (!request.isMultipart()) throw invalid('uploads:error.noFile');
  const part = await request.file({ limits: { fileSize: maxBytes + 1 }, throwFileSizeLimit: false });
  if (!part) throw invalid('uploads:error.noFile');
  const bytes = await buffer(part.file);
  if (bytes.length > maxBytes)
    throw invalid('uploads:error.tooLarge', { max: `${Math.floor(maxBytes / 1024 / 1024)} MB` });
  return bytes;
}
