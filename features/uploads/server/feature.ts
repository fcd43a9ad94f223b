import type { FastifyRequest } from 'fastify';
import { invalid } from '#kit/kernel/errors.ts';
import { type StaffContext, serveFeature } from '#kit/server/context.ts';
import type { Purpose } from '../contract.ts';
import { uploadsFeature } from '../feature.ts';
import { completeUpload, readFile, temporaryCredentials } from './direct-upload.ts';
import { maxBytesOf, remainingBytes, usedBytes } from './limits.ts';
import { mountSignedUpload } from './signed-upload.ts';
import { storeUpload, tooLarge } from './store-upload.ts';

async function receive(context: StaffContext, purpose: Purpose) {
  const maxBytes = maxBytesOf(context.services.config, purpose);
  const part = await singleFile(context.request, maxBytes);
  const stored = await storeUpload(context, purpose, part.file, part.filename);
  // The parser ends a stream at the limit without an error of its own.
  if (part.file.truncated) throw tooLarge(maxBytes);
  return stored;
}

async function singleFile(request: FastifyRequest, maxBytes: number) {
  if (!request.isMultipart()) throw invalid('uploads:error.noFile');
  const part = await request.file({ limits: { fileSize: maxBytes + 1 }, throwFileSizeLimit: false });
  if (!part) throw invalid('uploads:error.noFile');
  return part;
}

export default serveFeature(uploadsFeature, {
  routes: mountSignedUpload,
  handlers: {
    uploadFile: (context, input) => receive(context, input.busType),
    uploadVideoOrImage: (context, input) => receive(context, input.fileType === '2' ? 'video' : 'picture'),
    temporaryCredentials,
    completeUpload,
    readFile,
    space: async ({ services, session }) => {
      const [used, remaining] = await Promise.all([
        usedBytes(services.db.read, session.tenantId),
        remainingBytes(services, session.tenantId),
      ]);
      return {
        usedBytes: used,
        remainingBytes: remaining,
        quotaBytes: services.config.uploads.tenantQuotaBytes,
        ...limits(services.config),
      };
    },
  },
});

const limits = (config: StaffContext['services']['config']) => ({
  imageMaxBytes: config.uploads.imageMaxBytes,
  videoMaxBytes: config.uploads.videoMaxBytes,
});
