import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '#kit/server/secrets.ts';

/** 60 bits: nobody guesses one at the pace of HTTP, and the code on a label stays coarse enough to be read. */
const signatureLength = 10;

const keys = new WeakMap<object, Buffer>();

function keyOf(secrets: Pick<Secrets, 'fieldKey'>): Buffer {
  const key =
    keys.get(secrets) ??
    Buffer.from(hkdfSync('sha256', secrets.fieldKey, '', 'coinyard label signatures', 32));
  keys.set(secrets, key);
  return key;
}

/** Says that we made the label for this very machine: whoever prints one for another code can not write it. */
export const signLabel = (secrets: Pick<Secrets, 'fieldKey'>, code: string): string =>
  createHmac('sha256', keyOf(secrets))
    .update(code.toUpperCase())
    .digest('base64url')
    .slice(0, signatureLength);

/** unsigned: an old sticker, or a typed address; wrong: somebody made it up, or took it from another machine's label. */
export type LabelVerdict = 'signed' | 'unsigned' | 'wrong';

export function judgeLabel(
  secrets: Pick<Secrets, 'fieldKey'>,
  code: string,
  signature: string | undefined,
): LabelVerdict {
  if (!signature) return 'unsigned';
  const given = Buffer.from(signature);
  const expected = Buffer.from(signLabel(secrets, code));
  return given.length === expected.length && timingSafeEqual(given, expected) ? 'signed' : 'wrong';
}
