import { codeFrom } from '#kit/kernel/typed-code.ts';
import { keyedBytes, keyedHash, keyFor } from '#kit/server/keyed-code.ts';
import type { Secrets } from '#kit/server/secrets.ts';

const keyOf = ({ fieldKey }: Pick<Secrets, 'fieldKey'>, use: 'codes' | 'hashes'): Buffer =>
  keyFor(fieldKey, `coinyard voucher ${use}`);

/** The code of a voucher. It is kept nowhere: it can be printed again, and a copy of the database has none. */
export const codeOf = (secrets: Pick<Secrets, 'fieldKey'>, voucherId: string): string =>
  codeFrom(keyedBytes(keyOf(secrets, 'codes'), voucherId));

/** By which a voucher is found when somebody says its code. */
export const hashOf = (secrets: Pick<Secrets, 'fieldKey'>, code: string): string =>
  keyedHash(keyOf(secrets, 'hashes'), code);
