import { createHmac, hkdfSync } from 'node:crypto';
import { codeFrom } from '#kit/kernel/typed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';

const mac = ({ fieldKey }: Pick<Secrets, 'fieldKey'>, purpose: string, text: string): Buffer =>
  createHmac('sha256', Buffer.from(hkdfSync('sha256', fieldKey, '', `coinyard voucher ${purpose}`, 32)))
    .update(text)
    .digest();

/** The code of a voucher. It is kept nowhere: it can be printed again, and a copy of the database has none. */
export const codeOf = (secrets: Pick<Secrets, 'fieldKey'>, voucherId: string): string =>
  codeFrom(mac(secrets, 'codes', voucherId));

/** By which a voucher is found when somebody says its code. */
export const hashOf = (secrets: Pick<Secrets, 'fieldKey'>, code: string): string =>
  mac(secrets, 'hashes', code).toString('base64url');
