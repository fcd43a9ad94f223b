import { eq } from 'drizzle-orm';
import { invalid, missing } from '#kit/kernel/errors.ts';
import type { Handler } from '#kit/server/context.ts';
import { platformScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { purposes, type uploadsContract } from '../contract.ts';
import { uploads } from '../tables.ts';
import { familyOf, maxBytesOf, remainingBytes } from './limits.ts';
import { newFileName, storeUpload, tooLarge } from './store-upload.ts';

const expiresSeconds = 15 * 60;
const incomingKey = /^incoming\/(\d{6})\/([a-zA-Z]+)\/[A-Za-z0-9]+$/;

/** Sent files wait under `incoming/`, from where nothing is served, until `completeUpload` has inspected them. */
export const temporaryCredentials: Handler<typeof uploadsContract.temporaryCredentials> = async (
  context,
  input,
) => {
  const { services, session, clock } = context;
  const maxBytes = maxBytesOf(services.config, input.busType);
  const leftBytes = await remainingBytes(services, session.tenantId);
  if (input.sizeBytes !== undefined && input.sizeBytes > maxBytes) throw tooLarge(maxBytes);
  if ((input.sizeBytes ?? 1) > leftBytes) throw invalid('uploads:error.noSpace');
  if (
    !input.contentType.startsWith(
      familyOf[input.busType] === 'document' ? 'application/' : `${familyOf[input.busType]}/`,
    )
  ) {
    throw invalid('uploads:error.format');
  }
  const key = `incoming/${session.tenantId}/${input.busType}/${newFileName(clock.now().getTime())}`;
  const upload = await services.storage.temporaryUpload(key, {
    contentType: input.contentType,
    maxBytes: Math.min(maxBytes, leftBytes),
    sizeBytes: input.sizeBytes,
    expiresSeconds,
  });
  return { key, ...upload, maxBytes, remainingBytes: leftBytes };
};

export const completeUpload: Handler<typeof uploadsContract.completeUpload> = async (context, input) => {
  const { services, session } = context;
  const [, tenantId, purposeName] = incomingKey.exec(input.key) ?? [];
  const purpose = purposes.find((name) => name === purposeName);
  if (tenantId !== session.tenantId || !purpose) throw missing();
  const sent = await services.storage.open(input.key);
  if (!sent) throw missing();
  try {
    return await storeUpload(context, purpose, sent.body, input.originalName);
  } finally {
    sent.body.destroy();
    await services.storage.remove(input.key);
  }
};

export const readFile: Handler<typeof uploadsContract.readFile> = async ({ services, reply }, input) => {
  const key = `${input.tenant}/${input.month}/${input.name}`;
  const upload = rows(platformScope, uploads);
  const [known] = await services.db.read
    .select({ contentType: upload.contentType })
    .from(upload)
    .where(eq(upload.key, key));
  const file = known && (await services.storage.open(key));
  if (!file) throw missing();
  reply
    .header('content-type', known.contentType)
    .header('content-length', file.sizeBytes)
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('content-disposition', known.contentType.startsWith('application/') ? 'attachment' : 'inline')
    .header('cross-origin-resource-policy', 'same-site')
    .header('cache-control', 'public, max-age=31536000, immutable');
  await reply.send(file.body);
  return {};
};
