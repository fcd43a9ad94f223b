import { keyedHash as hashWith, keyedBytes } from '#kit/server/keyed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';

export type KeyPurpose = 'access' | 'refresh' | 'sms' | 'captcha' | 'login' | 'invitation' | 'setup';

/** One secret on disk, an independent key for each use: a hash made for one purpose is void for another. */
export const keyFor = (secrets: Pick<Secrets, 'tokenSecret'>, purpose: KeyPurpose): Buffer =>
  keyedBytes(secrets.tokenSecret, `coinyard ${purpose}`);

export const keyedHash = (
  secrets: Pick<Secrets, 'tokenSecret'>,
  purpose: KeyPurpose,
  value: string,
): string => hashWith(keyFor(secrets, purpose), value);
