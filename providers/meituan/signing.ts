import { createHash, timingSafeEqual } from 'node:crypto';

/** The key, then every parameter in the order of its name; empty ones and the signature itself are left out. */
export function signOf(signKey: string, params: Readonly<Record<string, string>>): string {
  const text = Object.keys(params)
    .filter((name) => name !== 'sign' && params[name] !== '')
    .sort()
    .map((name) => name + params[name])
    .join('');
  return createHash('sha1')
    .update(signKey + text)
    .digest('hex');
}

export function sameSign(expected: string, said: string): boolean {
  const [a, b] = [Buffer.from(expected), Buffer.from(said)];
  return a.length === b.length && timingSafeEqual(a, b);
}
