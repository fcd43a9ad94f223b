/** The certificates Alipay hands out to an app, and their numbers as Alipay counts them. */
import { createHash, createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { selfSignedCertificate } from '../simulated-certificate.ts';
import type { AlipayCertificates } from './gateway.ts';

const yearMs = 365 * 24 * 3_600_000;

/** The same for the same key, so that a restart changes nothing. */
const serialOf = (publicKeyPem: string, name: string) =>
  `1${createHash('sha1')
    .update(name + publicKeyPem)
    .digest('hex')
    .slice(1)}`;

function issue(name: string, signerPem: string, holderPem: string, nowMs: number): string {
  const privateKey = createPrivateKey(signerPem);
  const publicKey = createPublicKey(holderPem);
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString();
  return selfSignedCertificate({
    serial: serialOf(pem, name),
    name,
    privateKey,
    publicKey,
    validFrom: new Date(nowMs - yearMs),
    validTo: new Date(nowMs + 10 * yearMs),
  });
}

export function issueCertificates(keys: {
  alipayPrivateKeyPem: string;
  merchantPublicKeyPem: string;
  nowMs: number;
}): AlipayCertificates {
  const { alipayPrivateKeyPem: signer, merchantPublicKeyPem, nowMs } = keys;
  return {
    appPem: issue('Simulated Ant App CA', signer, merchantPublicKeyPem, nowMs),
    alipayPem: issue('Simulated Ant CA', signer, signer, nowMs),
    rootPem: issue('Simulated Ant Root CA', signer, signer, nowMs),
  };
}

/** md5 over the issuer's name and the serial number in decimal. */
export function certificateNumber(pem: string): string {
  const { issuer, serialNumber } = new X509Certificate(pem);
  const name = issuer.split('\n').reverse().join(',');
  return createHash('md5')
    .update(`${name}${BigInt(`0x${serialNumber}`)}`, 'utf8')
    .digest('hex');
}
