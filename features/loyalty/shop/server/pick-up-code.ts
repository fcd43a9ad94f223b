import { createHmac } from 'node:crypto';
import { codeFrom } from '#kit/kernel/typed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';

const keyed = ({ tokenSecret }: Secrets, text: string) => createHmac('sha256', tokenSecret).update(text);

/** The code of an order, the same whenever it is asked for: it is worked out and never stored. */
export const pickUpCodeOf = (secrets: Secrets, orderId: string): string =>
  codeFrom(keyed(secrets, `coinyard shop pick-up ${orderId}`).digest());

/** By which an order is found; a copy of the table opens nothing. */
export const pickUpHashOf = (secrets: Secrets, code: string): string =>
  keyed(secrets, `coinyard shop code ${code}`).digest('base64url');
