import { randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import { invalid } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import type { Purpose } from '../contract.ts';
import { uploads } from '../tables.ts';
import { type Inspected, reencodeImage, sniff } from './inspect.ts';
import { familyOf, maxBytesOf, remainingBytes } from './limits.ts';
import { Mp4Check } from './mp4-check.ts';
import { lockSpace, usedBytes } from './upload-queries.ts';

const letters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789';
const sniffBytes = 64;

/** A random 4-character text and the time in milliseconds. */
export function newFileName(nowMs: number): string {
  const random = Array.from({ length: 4 }, () => letters[randomInt(letters.length)]).join('');
  return `${random}${String(nowMs).padStart(13, '0')}`;
}

export function newKey(tenantId: string, now: Date, extension: string): string {
  return `${tenantId}/${now.toISOString().slice(0, 7).replace('-', '')}/${newFileName(now.getTime())}.${extension}`;
}

export const tooLarge = (maxBytes: number) =>
  invalid('uploads:error.tooLarge', {
    max:
      maxBytes >= 1024 * 1024
        ? `${Math.floor(maxBytes / 1024 / 1024)} MB`
        : `${Math.floor(maxBytes / 1024)} KB`,
  });

async function readAll(body: Readable, maxBytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(maxBytes);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Passes the stream on after a look at its first bytes. */
async function peek(body: Readable): Promise<{ head: Buffer; rest: AsyncGenerator<Buffer> }> {
  const iterator = (body as AsyncIterable<Buffer>)[Symbol.asyncIterator]();
  const chunks: Buffer[] = [];
  let size = 0;
  let ended = false;
  while (size < sniffBytes && !ended) {
    const { value, done } = await iterator.next();
    if (done) ended = true;
    else {
      chunks.push(value);
      size += value.length;
    }
  }
  async function* rest(): AsyncGenerator<Buffer> {
    yield* chunks;
    while (!ended) {
      const { value, done } = await iterator.next();
      if (done) return;
      yield value;
    }
  }
  return { head: Buffer.concat(chunks).subarray(0, sniffBytes), rest: rest() };
}

interface Stored {
  link: string;
  name: string;
  originalName: string;
  sizeBytes: number;
  contentType: string;
  remainingBytes: number;
}

async function register(
  context: StaffContext,
  file: Inspected & { key: string; sizeBytes: number; purpose: Purpose; originalName: string },
): Promise<Stored> {
  const { session, services } = context;
  const { tenantId } = session;
  let leftBytes: number;
  try {
    leftBytes = await services.db.transaction(async (tx) => {
      await lockSpace(tx, tenantId);
      // others may have come between the look at the space and now
      const left =
        services.config.uploads.tenantQuotaBytes - (await usedBytes(tx, tenantId)) - file.sizeBytes;
      if (left < 0) throw invalid('uploads:error.noSpace');
      await insert(tx, tenantScope(tenantId), uploads, {
        ...pick(file, 'key', 'purpose', 'originalName', 'contentType', 'sizeBytes'),
        createdBy: session.userId,
      });
      return left;
    });
  } catch (error) {
    await services.storage.remove(file.key);
    throw error;
  }
  return {
    link: `/files/${file.key}`,
    name: file.key.slice(file.key.lastIndexOf('/') + 1),
    ...pick(file, 'originalName', 'sizeBytes', 'contentType'),
    remainingBytes: leftBytes,
  };
}

/** Inspects, stores and registers one file; nothing stays behind when any step refuses it. */
export async function storeUpload(
  context: StaffContext,
  purpose: Purpose,
  body: Readable,
  originalName: string,
): Promise<Stored> {
  const { services, session, clock } = context;
  const maxBytes = maxBytesOf(services.config, purpose);
  const leftBytes = await remainingBytes(services, session.tenantId);
  const { head, rest } = await peek(body);
  const kind = sniff(head);
  if (!kind || kind.family !== familyOf[purpose]) throw invalid('uploads:error.format');
  const name = originalName.replace(/[^\p{L}\p{N}._ -]/gu, '').slice(0, 200);

  if (kind.family === 'image') {
    const image = await reencodeImage(await readAll(Readable.from(rest), maxBytes));
    if (image.bytes.length > leftBytes) throw invalid('uploads:error.noSpace');
    const key = newKey(session.tenantId, clock.now(), image.extension);
    await services.storage.put(key, image.bytes, {
      contentType: image.contentType,
      sizeBytes: image.bytes.length,
    });
    return register(context, { ...image, key, sizeBytes: image.bytes.length, purpose, originalName: name });
  }

  let sizeBytes = 0;
  const video = kind.extension === 'mp4' ? new Mp4Check() : undefined;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of rest) {
      sizeBytes += chunk.length;
      if (sizeBytes > maxBytes) throw tooLarge(maxBytes);
      if (sizeBytes > leftBytes) throw invalid('uploads:error.noSpace');
      video?.add(chunk);
      yield chunk;
    }
    if (video && !video.isWhole) throw invalid('uploads:error.format');
  }
  const key = newKey(session.tenantId, clock.now(), kind.extension);
  await services.storage.put(key, Readable.from(counted()), { contentType: kind.contentType });
  return register(context, { ...kind, key, sizeBytes, purpose, originalName: name });
}
