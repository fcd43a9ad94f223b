import { createHmac, hkdfSync } from 'node:crypto';
import { codeFrom } from '#kit/kernel/typed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import { pickupCodeIn, scannedForm } from '../rules/pickup-code.ts';

const keyed = ({ fieldKey }: Secrets, text: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', fieldKey, '', 'coinyard pick-up codes', 32)))
    .update(text)
    .digest();

/** Goods that were bought before exchange and shop had one code keep the one they have. */
const keyedBefore = ({ tokenSecret }: Secrets, text: string): Buffer =>
  createHmac('sha256', tokenSecret).update(text).digest();

/** Worked out from the id and the server's key: it stands in no table, and the phone can show it again. */
const codeOf = (secrets: Secrets, id: string): string => codeFrom(keyed(secrets, `code ${id}`));
const hashOf = (secrets: Secrets, code: string): string =>
  keyed(secrets, `hash ${code}`).toString('base64url');
const codeBefore = (secrets: Secrets, id: string): string =>
  codeFrom(keyedBefore(secrets, `coinyard shop pick-up ${id}`));
const hashBefore = (secrets: Secrets, code: string): string =>
  keyedBefore(secrets, `coinyard shop code ${code}`).toString('base64url');

/** By which it is found; a copy of the table opens nothing. */
export const codeHashOf = (secrets: Secrets, id: string): string => hashOf(secrets, codeOf(secrets, id));

/** The code that opens it, as the picture on the phone holds it. */
export function shownCodeOf(
  secrets: Secrets,
  { id, codeHash }: { id: string; codeHash: string | null },
): string {
  const code = codeOf(secrets, id);
  return scannedForm(hashOf(secrets, code) === codeHash ? code : codeBefore(secrets, id));
}

/** What may stand in the table for a code that was typed or scanned; none: it is no code. */
export function hashesOfTyped(secrets: Secrets, typed: string): string[] {
  const code = pickupCodeIn(typed);
  return code ? [hashOf(secrets, code), hashBefore(secrets, code)] : [];
}
