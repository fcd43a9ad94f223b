import { sm2 } from 'sm-crypto-v2';
import { password as passwordRule } from '#kit/contract/schemas.ts';
import { invalidField } from '#kit/kernel/errors.ts';
import type { Services } from '#kit/server/services.ts';
import { isKnownPassword } from './known-passwords.ts';
import { hashPassword, md5Of } from './password-hash.ts';

type WireServices = Pick<Services, 'secrets' | 'config'>;

export type WirePassword = { kind: 'plain'; text: string } | { kind: 'md5'; digest: string };

const md5Pattern = /^[0-9a-f]{32}$/i;
/** C1 (128) + at least one byte + C3 (64) hex digits. */
const cipherPattern = /^[0-9a-f]{194,}$/i;

function decrypt(cipher: string, privateKey: string): string {
  try {
    return sm2.doDecrypt(cipher, privateKey, 0, { output: 'string' });
  } catch {
    // not a point of the curve
    return '';
  }
}

/** Reads a password as clients send it; undefined when it is neither SM2 to our key nor an allowed md5. */
export function openPassword(services: WireServices, wire: string): WirePassword | undefined {
  if (services.config.legacyMd5Login && md5Pattern.test(wire))
    return { kind: 'md5', digest: wire.toLowerCase() };
  if (!cipherPattern.test(wire)) return undefined;
  const { privateKey } = services.secrets.sm2;
  // Some clients prefix the point with 04; a point without prefix may begin with these digits too.
  const plain =
    decrypt(wire, privateKey) || (wire.startsWith('04') ? decrypt(wire.slice(2), privateKey) : '');
  return plain ? { kind: 'plain', text: plain } : undefined;
}

export interface PasswordColumns {
  passwordHash: string;
  legacyHash: string | null;
  passwordChangedAt: Date;
}

/** A new password: must be readable (md5 can not be judged), keep the rule, and not be one that everybody tries first. */
export async function newPasswordColumns(
  services: WireServices,
  field: string,
  wire: string,
  now: Date,
): Promise<PasswordColumns> {
  const opened = openPassword(services, wire);
  if (opened?.kind !== 'plain') throw invalidField(field, 'accounts:error.passwordUnreadable');
  if (!passwordRule().safeParse(opened.text).success)
    throw invalidField(field, 'accounts:error.passwordRule');
  if (await isKnownPassword(opened.text)) throw invalidField(field, 'accounts:error.passwordKnown');
  return passwordColumns(services, opened.text, now);
}

/** Only who shows the password itself can be known by its md5 later: for accounts older than the setting. */
export async function missingLegacyHash(
  { config }: Pick<WireServices, 'config'>,
  user: { legacyHash: string | null },
  plain: string,
): Promise<string | undefined> {
  if (!config.legacyMd5Login || user.legacyHash !== null) return undefined;
  return hashPassword(md5Of(plain));
}

export async function passwordColumns(
  services: WireServices,
  plain: string,
  now: Date,
): Promise<PasswordColumns> {
  return {
    passwordHash: await hashPassword(plain),
    legacyHash: services.config.legacyMd5Login ? await hashPassword(md5Of(plain)) : null,
    passwordChangedAt: now,
  };
}
