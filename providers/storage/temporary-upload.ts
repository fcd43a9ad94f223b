/** Signed upload addresses on our own server, for the store that has no server of its own. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { isObjectKey, StorageError, type TemporaryUpload, type TemporaryUploadOptions } from './client.ts';

export interface VerifiedUpload {
  key: string;
  contentType: string;
  maxBytes: number;
}

function signature(
  secret: string | Buffer,
  key: string,
  contentType: string,
  maxBytes: string,
  expires: string,
): string {
  // JSON keeps the parts apart: no two different uploads share one text.
  const text = JSON.stringify(['temporary-upload', key, contentType, maxBytes, expires]);
  return createHmac('sha256', secret).update(text).digest('base64url');
}

export function signTemporaryUpload(
  key: string,
  { contentType, maxBytes, sizeBytes, expiresSeconds }: TemporaryUploadOptions,
  {
    uploadBaseUrl,
    secret,
    now = Date.now,
  }: { uploadBaseUrl: string; secret: string | Buffer; now?: () => number },
): TemporaryUpload {
  if (sizeBytes !== undefined && sizeBytes > maxBytes) throw new StorageError('too_large');
  const limit = String(sizeBytes ?? maxBytes);
  const expiresAtSeconds = Math.floor(now() / 1000) + expiresSeconds;
  const query = new URLSearchParams({
    key,
    contentType,
    maxBytes: limit,
    expires: String(expiresAtSeconds),
    signature: signature(secret, key, contentType, limit, String(expiresAtSeconds)),
  });
  return {
    method: 'PUT',
    url: `${uploadBaseUrl}?${query}`,
    headers: { 'content-type': contentType },
    expiresAt: new Date(expiresAtSeconds * 1000).toISOString(),
  };
}

/** What the address allows, or undefined when it is forged, changed or expired. */
export function verifyTemporaryUpload(
  query: Partial<Record<string, string>>,
  { secret, now = Date.now }: { secret: string | Buffer; now?: () => number },
): VerifiedUpload | undefined {
  const { key = '', contentType = '', maxBytes = '', expires = '', signature: given = '' } = query;
  const expected = Buffer.from(signature(secret, key, contentType, maxBytes, expires));
  const actual = Buffer.from(given);
  if (actual.length !== expected.length || !timingSafeEqual(actual, expected)) return undefined;
  if (!isObjectKey(key) || !(Number(expires) * 1000 > now())) return undefined;
  return { key, contentType, maxBytes: Number(maxBytes) };
}
