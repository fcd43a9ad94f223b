import { fingerprint, openText, sealText } from '#kit/server/sealed.ts';
import type { Secrets } from '#kit/server/secrets.ts';
import type { DealPlatformName } from '#providers/deal-platform.ts';

type FieldKey = Pick<Secrets, 'fieldKey'>;

/** What the platform needs to hear again of a code. Who has it and our token could use the code. */
export interface CodeSecret {
  /** as it was typed or scanned */
  said: string;
  prepared: string;
  ref: string;
  certificateId: string;
}

const purpose = (id: string) => `group buy code ${id}`;

export const sealCode = (secrets: FieldKey, id: string, code: CodeSecret): string =>
  sealText(secrets, JSON.stringify(code), purpose(id));
export const openCode = (secrets: FieldKey, id: string, sealed: string): CodeSecret =>
  JSON.parse(openText(secrets, sealed, purpose(id))) as CodeSecret;

export const sealCancelKey = (secrets: FieldKey, id: string, key: string): string =>
  sealText(secrets, key, `group buy cancel ${id}`);
export const openCancelKey = (secrets: FieldKey, id: string, sealed: string): string =>
  openText(secrets, sealed, `group buy cancel ${id}`);

/** The same code of a platform has the same one, and nobody reads the code out of it. */
export const codeHash = (secrets: FieldKey, platform: DealPlatformName, certificateId: string): string =>
  fingerprint(secrets, certificateId, `group buy certificate ${platform}`);

/** What people recognise a code by. Of a link there is nothing to recognise, so it is the certificate's. */
export function codeEnd(said: string, certificateId: string): string {
  const plain = said.replace(/\s/g, '');
  return (/^\w{6,}$/.test(plain) ? plain : certificateId).slice(-4);
}

/** By which the platform knows a verification of ours: letters and digits alone. */
export const requestIdOf = (id: string): string => id.replaceAll('-', '');
