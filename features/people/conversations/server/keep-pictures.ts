import { randomBytes } from 'node:crypto';
import { and, isNotNull } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import { readPicture, reencodeImage, sniff } from '#features/base/uploads/server/public.ts';
import { invalid, missing } from '#kit/kernel/errors.ts';
import type { Context } from '#kit/server/context.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, update } from '#kit/server/tables.ts';
import { conversationMessages } from '../tables.ts';
import type { MessageRow } from './message-queries.ts';

const mostBytes = 10 * 1024 * 1024;
/** Enough to read a screen or a receipt. */
const side = 1600;
const nameBytes = 16;

/** Apart from what is served publicly: only the calls of the two sides open it. */
const keyOf = (name: string) => `conversations/${name}`;

export interface KeptPicture {
  name: string;
  type: string;
}

/** The picture of the request, decoded and encoded again, put into the store. */
export async function keepPicture({
  request,
  services,
}: Pick<Context, 'request' | 'services'>): Promise<KeptPicture> {
  const sent = await readPicture(request, mostBytes);
  if (sniff(sent)?.family !== 'image') throw invalid('uploads:error.format');
  const { bytes, contentType } = await reencodeImage(sent, side);
  const name = randomBytes(nameBytes).toString('hex');
  await services.storage.put(keyOf(name), bytes, { contentType, sizeBytes: bytes.length });
  return { name, type: contentType };
}

/** `work` writes the message; the file stays when the message names it, and goes in every other case. */
export async function withPicture<T extends { pictureName: string | null }>(
  context: Pick<Context, 'request' | 'services'>,
  work: (picture: KeptPicture) => Promise<T>,
): Promise<T> {
  const picture = await keepPicture(context);
  const drop = () => context.services.storage.remove(keyOf(picture.name));
  try {
    const written = await work(picture);
    if (written.pictureName !== picture.name) await drop();
    return written;
  } catch (error) {
    await drop();
    throw error;
  }
}

/** Sends the file of a message that the caller was let to. */
export async function sendFile(
  { storage }: Pick<Services, 'storage'>,
  reply: FastifyReply,
  message: MessageRow | undefined,
): Promise<void> {
  const name = message?.erasedAt === null ? message.pictureName : null;
  const file = name && (await storage.open(keyOf(name)));
  if (!file || !message?.pictureType) throw missing();
  await reply
    .header('content-type', message.pictureType)
    .header('content-length', file.sizeBytes)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', 'inline')
    .header('cache-control', 'private, no-store')
    .send(file.body);
}

/** Files of conversations whose player has deleted the account: the rows say which, the store is told after the commit. */
export async function dropErasedPictures({ db, storage }: Services): Promise<void> {
  const erased = await find(db.read, platformScope, conversationMessages, (message) =>
    and(isNotNull(message.erasedAt), isNotNull(message.pictureName)),
  );
  for (const { id, pictureName } of erased) {
    if (pictureName) await storage.remove(keyOf(pictureName));
    await db.transaction((tx) =>
      update(tx, platformScope, conversationMessages, { id }, { pictureName: null, pictureType: null }),
    );
  }
}
