import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/**
 * Codes that only this server can make or recognise: pick-up codes, vouchers, links, labels. What stands in a table is the
 * keyed hash of a code, so a copy of the table opens nothing and can not be searched for. What was made once must be
 * recognised for years: neither the way nor the names of uses may change.
 */
type Part = string | Uint8Array;

const keys = new WeakMap<Buffer, Map<string, Buffer>>();

/** A key of its own for one use: what was made for one use is void for another. */
export function keyFor(secret: Buffer, use: string): Buffer {
  const known = keys.get(secret) ?? new Map<string, Buffer>();
  keys.set(secret, known);
  const key = known.get(use) ?? Buffer.from(hkdfSync('sha256', secret, '', use, 32));
  known.set(use, key);
  return key;
}

/** 32 bytes that follow from the key and the parts, one after the other. */
export function keyedBytes(key: Buffer, ...parts: readonly Part[]): Buffer {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
}

/** The same as a text for tables and addresses. */
export const keyedHash = (key: Buffer, ...parts: readonly Part[]): string =>
  keyedBytes(key, ...parts).toString('base64url');

/** Takes the same time wherever the first difference is. */
export function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
