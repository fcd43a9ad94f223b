import { createHmac, hkdfSync } from 'node:crypto';
import { codeFrom } from '#kit/kernel/typed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';

type Key = Pick<Secrets, 'fieldKey'>;

const keyed = ({ fieldKey }: Key, text: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', fieldKey, '', 'coinyard pick-up codes', 32)))
    .update(text)
    .digest();

/** Worked out from the order and the server's key: it stands in no table, and the phone can show it again. */
export const codeOf = (secrets: Key, orderId: string): string => codeFrom(keyed(secrets, `code ${orderId}`));

/** By which an order is found; a copy of the table opens nothing. */
export const hashOf = (secrets: Key, code: string): string =>
  keyed(secrets, `hash ${code}`).toString('base64url');
