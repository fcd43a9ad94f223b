import { keyedHash, keyFor, sameText } from '#kit/server/keyed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';

/** 60 bits: nobody guesses one at the pace of HTTP, and the code on a label stays coarse enough to be read. */
const signatureLength = 10;

/** Says that we made the label for this very machine: a person who prints one for another code can not write it. */
export const signLabel = (secrets: Pick<Secrets, 'fieldKey'>, code: string): string =>
  keyedHash(keyFor(secrets.fieldKey, 'coinyard label signatures'), code.toUpperCase()).slice(
    0,
    signatureLength,
  );

/** unsigned: an old sticker, or a typed address; wrong: somebody made it up, or took it from another machine's label. */
export type LabelVerdict = 'signed' | 'unsigned' | 'wrong';

export function judgeLabel(
  secrets: Pick<Secrets, 'fieldKey'>,
  code: string,
  signature: string | undefined,
): LabelVerdict {
  if (!signature) return 'unsigned';
  return sameText(signature, signLabel(secrets, code)) ? 'signed' : 'wrong';
}
