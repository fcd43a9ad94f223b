import type { Config } from '#kit/server/config.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { Purpose } from '../contract.ts';
import type { Family } from './inspect.ts';
import { usedBytes } from './upload-queries.ts';

const kib = 1024;

export const familyOf: Record<Purpose, Family> = {
  avatar: 'image',
  serviceQr: 'image',
  site: 'image',
  article: 'image',
  picture: 'image',
  document: 'document',
  video: 'video',
};

export function maxBytesOf(config: Config, purpose: Purpose): number {
  if (purpose === 'serviceQr') return 200 * kib;
  if (purpose === 'avatar') return Math.min(2 * kib * kib, config.uploads.imageMaxBytes);
  return familyOf[purpose] === 'video' ? config.uploads.videoMaxBytes : config.uploads.imageMaxBytes;
}

/** What a tenant may still store: its own quota, or less when the disk itself runs out. */
export async function remainingBytes(
  services: Services,
  tenantId: string,
  reader: Reader = services.db.read,
): Promise<number> {
  const [used, free] = await Promise.all([usedBytes(reader, tenantId), services.storage.freeBytes()]);
  return Math.max(
    0,
    Math.min(services.config.uploads.tenantQuotaBytes - used, free ?? Number.MAX_SAFE_INTEGER),
  );
}

/** What a tenant has left, and how large single files may be. */
export async function uploadSpace(
  services: Services,
  tenantId: string,
): Promise<{ remainingBytes: number; imageMaxBytes: number; videoMaxBytes: number }> {
  const { imageMaxBytes, videoMaxBytes } = services.config.uploads;
  return { remainingBytes: await remainingBytes(services, tenantId), imageMaxBytes, videoMaxBytes };
}
