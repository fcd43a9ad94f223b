import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { keyedHash, keyFor } from './keyed-code.ts';
import type { Secrets } from './secrets.ts';

/**
 * Private values at rest: identity numbers, card numbers, photographs. AES-256-GCM with a key derived from the server's
 * field key; the purpose is authenticated with it, so a value can not be moved to another column or row unnoticed.
 */
const format = 1;
const nonceBytes = 12;
const tagBytes = 16;

type FieldKey = Pick<Secrets, 'fieldKey'>;

const keyOf = ({ fieldKey }: FieldKey, use: string) => keyFor(fieldKey, `coinyard ${use}`);

export function sealBytes(secrets: FieldKey, plain: Uint8Array, purpose: string): Buffer {
  const nonce = randomBytes(nonceBytes);
  const cipher = createCipheriv('aes-256-gcm', keyOf(secrets, 'sealed fields'), nonce);
  cipher.setAAD(Buffer.from(purpose));
  return Buffer.concat([Buffer.of(format), nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

/** Throws when it was sealed for another purpose, with another key, or changed. */
export function openBytes(secrets: FieldKey, sealed: Uint8Array, purpose: string): Buffer {
  const bytes = Buffer.from(sealed);
  if (bytes[0] !== format || bytes.length < 1 + nonceBytes + tagBytes) throw new Error('not a sealed value');
  const nonce = bytes.subarray(1, 1 + nonceBytes);
  const decipher = createDecipheriv('aes-256-gcm', keyOf(secrets, 'sealed fields'), nonce, {
    authTagLength: tagBytes,
  });
  decipher.setAAD(Buffer.from(purpose));
  decipher.setAuthTag(bytes.subarray(-tagBytes));
  return Buffer.concat([decipher.update(bytes.subarray(1 + nonceBytes, -tagBytes)), decipher.final()]);
}

export const sealText = (secrets: FieldKey, plain: string, purpose: string): string =>
  sealBytes(secrets, Buffer.from(plain), purpose).toString('base64url');

export const openText = (secrets: FieldKey, sealed: string, purpose: string): string =>
  openBytes(secrets, Buffer.from(sealed, 'base64url'), purpose).toString();

/** Equal values have equal fingerprints and nothing else can be told from one: for "is this card known already?" */
export const fingerprint = (secrets: FieldKey, value: string, purpose: string): string =>
  keyedHash(keyOf(secrets, 'fingerprints'), `${purpose}\n${value}`);

/** What people see of a number: the first and last digits, as many as told. */
export function maskDigits(value: string, first: number, last: number): string {
  if (value.length <= first + last) return '*'.repeat(value.length);
  return value.slice(0, first) + '*'.repeat(value.length - first - last) + value.slice(value.length - last);
}
