import { createHash, timingSafeEqual } from 'node:crypto';

/** Douyin's "SignV2", for the address of the authorisation page: the secret, then each parameter in the order of its name. */
export function signV2(secret: string, params: Record<string, string>): string {
  const text = Object.keys(params)
    .filter((name) => name !== 'sign')
    .sort()
    .map((name) => `&${name}=${params[name]}`)
    .join('');
  return createHash('sha256')
    .update(secret + text)
    .digest('hex');
}

/** Of a webhook: over the body as it came. */
export const signNotice = (secret: string, body: string): string =>
  createHash('sha1')
    .update(secret + body)
    .digest('hex');

export function sameSignature(expected: string, said: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(said)];
  return a.length === b.length && timingSafeEqual(a, b);
}
