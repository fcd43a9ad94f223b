import { randomBytes, randomFillSync, randomInt } from 'node:crypto';

const idBytes = 16;
/** To ask the system for each id's randomness alone takes longer than all the rest. */
const pool = Buffer.alloc(idBytes * 256);
let drawnBytes = pool.length;

/** UUID version 7: ordered by time, so that indexes grow at their end. */
export function newId(nowMs: number = Date.now()): string {
  if (drawnBytes === pool.length) {
    randomFillSync(pool);
    drawnBytes = 0;
  }
  const bytes = pool.subarray(drawnBytes, drawnBytes + idBytes);
  drawnBytes += idBytes;
  bytes.writeUIntBE(nowMs, 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** No id that was made at this moment or later comes before it. */
export function firstIdAt(at: Date): string {
  const hex = Math.max(0, at.getTime()).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}

/** Secret for links and refresh tokens: 256 bits, safe in URLs. */
export const newSecret = () => randomBytes(32).toString('base64url');

export const newDigits = (length: number) => Array.from({ length }, () => randomInt(10)).join('');
