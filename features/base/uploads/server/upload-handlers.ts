import type { FastifyRequest } from 'fastify';
import { invalid, missing } from '#kit/kernel/errors.ts';
import type { Handlers, StaffContext } from '#kit/server/context.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insert } from '#kit/server/tables.ts';
import { type Purpose, purposes, type uploadsContract } from '../contract.ts';
import { incomingUploads } from '../tables.ts';
import { takeIncoming } from './incoming.ts';
import { familyOf, maxBytesOf, remainingBytes } from './limits.ts';
import { newFileName, storeUpload, tooLarge } from './store-upload.ts';
import { lockSpace, selectContentType, usedBytes } from './upload-queries.ts';

const expiresSeconds = 15 * 60;
const incomingKey = /^incoming\/(\d{6})\/([a-zA-Z]+)\/[A-Za-z0-9]+$/;

async function singleFile(request: FastifyRequest, maxBytes: number) {
  if (!request.isMultipart()) throw invalid('uploads:error.noFile');
  const part = await request.file({ limits: { fileSize: maxBytes + 1 }, throwFileSizeLimit: false });
  if (!part) throw invalid('uploads:error.noFile');
  return part;
}

async function receive(context: StaffContext, purpose: Purpose) {
  const maxBytes = maxBytesOf(context.services.config, purpose);
  const part = await singleFile(context.request, maxBytes);
  const stored = await storeUpload(context, purpose, part.file, part.filename);
  // The parser ends a stream at the limit without its own error.
  if (part.file.truncated) throw tooLarge(maxBytes);
  return stored;
}

export const uploadHandlers: Handlers<typeof uploadsContract> = {
  uploadFile: (context, { busType }) => receive(context, busType),

  uploadVideoOrImage: (context, { fileType }) => receive(context, fileType === '2' ? 'video' : 'picture'),

  /**
   * Sent files wait under `incoming/`, from where nothing is served, until `completeUpload` has inspected them. Their space
   * is taken with the promise of an address: who never completes them gets no more of it.
   */
  async temporaryCredentials({ services, session, clock }, input) {
    const { tenantId, userId } = session;
    const { sizeBytes, contentType, busType } = input;
    const maxBytes = maxBytesOf(services.config, busType);
    if (sizeBytes !== undefined && sizeBytes > maxBytes) throw tooLarge(maxBytes);
    const family = familyOf[busType];
    if (!contentType.startsWith(family === 'document' ? 'application/' : `${family}/`))
      throw invalid('uploads:error.format');
    const key = `incoming/${tenantId}/${busType}/${newFileName(clock.now().getTime())}`;
    return services.db.transaction(async (tx) => {
      await lockSpace(tx, tenantId);
      const leftBytes = await remainingBytes(services, tenantId, tx);
      if ((sizeBytes ?? 1) > leftBytes) throw invalid('uploads:error.noSpace');
      const allowedBytes = Math.min(maxBytes, leftBytes);
      const upload = await services.storage.temporaryUpload(key, {
        contentType,
        maxBytes: allowedBytes,
        sizeBytes,
        expiresSeconds,
      });
      await insert(tx, tenantScope(tenantId), incomingUploads, {
        key,
        reservedBytes: sizeBytes ?? allowedBytes,
        expiresAt: new Date(upload.expiresAt),
        createdBy: userId,
      });
      return { key, ...upload, maxBytes, remainingBytes: leftBytes };
    });
  },

  async completeUpload(context, input) {
    const { services, session, clock } = context;
    const [, tenantId, purposeName] = incomingKey.exec(input.key) ?? [];
    const purpose = purposes.find((name) => name === purposeName);
    if (tenantId !== session.tenantId || !purpose) throw missing();
    const sent = await services.storage.open(input.key);
    if (!sent) throw missing();
    if (!(await takeIncoming(services, tenantId, input.key, clock.now()))) {
      sent.body.destroy();
      throw missing();
    }
    try {
      return await storeUpload(context, purpose, sent.body, input.originalName);
    } finally {
      sent.body.destroy();
      await services.storage.remove(input.key);
    }
  },

  async space({ services, session }) {
    const { tenantQuotaBytes: quotaBytes, imageMaxBytes, videoMaxBytes } = services.config.uploads;
    const [used, remaining] = await Promise.all([
      usedBytes(services.db.read, session.tenantId),
      remainingBytes(services, session.tenantId),
    ]);
    return { usedBytes: used, remainingBytes: remaining, quotaBytes, imageMaxBytes, videoMaxBytes };
  },

  async readFile({ services, reply }, input) {
    const key = `${input.tenant}/${input.month}/${input.name}`;
    const contentType = await selectContentType(services.db.read, key);
    const file = contentType && (await services.storage.open(key));
    if (!file) throw missing();
    reply
      .header('content-type', contentType)
      .header('content-length', file.sizeBytes)
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('content-disposition', contentType.startsWith('application/') ? 'attachment' : 'inline')
      .header('cross-origin-resource-policy', 'same-site')
      .header('cache-control', 'public, max-age=31536000, immutable');
    await reply.send(file.body);
  },
};
