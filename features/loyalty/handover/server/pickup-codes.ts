import { codeFrom } from '#kit/kernel/typed-code.ts';
import { keyedBytes, keyedHash, keyFor } from '#kit/server/keyed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { pickupCodeIn, scannedForm } from '../rules/pickup-code.ts';

/** How a code follows from the id of a hand-over, and its hash from the code. */
interface Way {
  code: (secrets: Secrets, id: string) => string;
  hash: (secrets: Secrets, code: string) => string;
}

const keyOf = ({ fieldKey }: Secrets) => keyFor(fieldKey, 'coinyard pick-up codes');

/** The code is worked out from the id and the server's key: it stands in no table, and the phone can show it again. */
const now: Way = {
  code: (secrets, id) => codeFrom(keyedBytes(keyOf(secrets), 'code ', id)),
  hash: (secrets, code) => keyedHash(keyOf(secrets), 'hash ', code),
};

/** Goods that were bought before exchange and shop had one code keep the one they have. */
const before: Way = {
  code: ({ tokenSecret }, id) => codeFrom(keyedBytes(tokenSecret, 'coinyard shop pick-up ', id)),
  hash: ({ tokenSecret }, code) => keyedHash(tokenSecret, 'coinyard shop code ', code),
};

/** By which it is found; a copy of the table opens nothing. */
export const codeHashOf = (secrets: Secrets, id: string): string => now.hash(secrets, now.code(secrets, id));

/** The code that opens it, as the picture on the phone holds it. */
export function shownCodeOf(
  secrets: Secrets,
  { id, codeHash }: { id: string; codeHash: string | null },
): string {
  const way = codeHashOf(secrets, id) === codeHash ? now : before;
  return scannedForm(way.code(secrets, id));
}

/** What may stand in the table for a code that was typed or scanned; none: it is no code. */
export function hashesOfTyped(secrets: Secrets, typed: string): string[] {
  const code = pickupCodeIn(typed);
  return code ? [now, before].map((way) => way.hash(secrets, code)) : [];
}
