import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#kit/server/secrets.ts';

export type KeyPurpose = 'access' | 'refresh' | 'sms' | 'captcha' | 'login' | 'invitation' | 'setup';

/** One secret on disk, an independent key for each use: a hash made for one purpose is void for another. */
export const keyFor = (secrets: Pick<Secrets, 'tokenSecret'>, purpose: KeyPurpose): Buffer =>
  createHmac('sha256', secrets.tokenSecret).update(`coinyard ${purpose}`).digest();

export const keyedHash = (
  secrets: Pick<Secrets, 'tokenSecret'>,
  purpose: KeyPurpose,
  value: string,
): string => createHmac('sha256', keyFor(secrets, purpose)).update(value).digest('base64url');

/** Takes the same time wherever the first difference is. */
export function sameText(a: string, b: string): boolean {
  const left = Buffer.from(a);
  const right = Buffer.from(b);
  return left.length === right.length && timingSafeEqual(left, right);
}
