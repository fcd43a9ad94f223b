import { createSign, createVerify } from 'node:crypto';

/** Alipay's text to sign: all fields but the signature, sorted, as they are. */
export const signedText = (fields: Record<string, string>, without: readonly string[]): string =>
  Object.keys(fields)
    .filter((name) => !without.includes(name))
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');

export const signRsa2 = (text: string, privateKeyPem: string): string =>
  createSign('RSA-SHA256').update(text, 'utf8').sign(privateKeyPem, 'base64');

export function isRsa2(text: string, signature: string, publicKeyPem: string): boolean {
  return createVerify('RSA-SHA256').update(text, 'utf8').verify(publicKeyPem, signature, 'base64');
}

/** Notices leave the kind of signature out of what is signed; requests keep it in. */
export function signNotice(fields: Record<string, string>, privateKeyPem: string): string {
  const text = signedText(fields, ['sign', 'sign_type']);
  return new URLSearchParams({
    ...fields,
    sign: signRsa2(text, privateKeyPem),
    sign_type: 'RSA2',
  }).toString();
}
