/** The few pieces of DER that a self-signed X.509 certificate is made of; Node reads certificates and writes none. */
import { createSign, type KeyObject } from 'node:crypto';

const tags = {
  integer: 0x02,
  bits: 0x03,
  nothing: 0x05,
  oid: 0x06,
  utf8: 0x0c,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  version: 0xa0,
} as const;

function length(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes]);
  const digits: number[] = [];
  for (let rest = bytes; rest > 0; rest = Math.floor(rest / 256)) digits.unshift(rest % 256);
  return Buffer.from([0x80 | digits.length, ...digits]);
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), length(content.length), content]);
}

const sequence = (...parts: Buffer[]) => der(tags.sequence, ...parts);
const oid = (hex: string) => der(tags.oid, Buffer.from(hex, 'hex'));
const bits = (content: Buffer) => der(tags.bits, Buffer.from([0]), content);

const sha256WithRsa = sequence(oid('2a864886f70d01010b'), der(tags.nothing));
const commonNameOid = oid('550403');

function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]|\.\d+/g, '');
  return at.getUTCFullYear() < 2050
    ? der(tags.utcTime, Buffer.from(digits.slice(2)))
    : der(tags.generalizedTime, Buffer.from(digits));
}

export function selfSignedCertificate(parts: {
  /** 40 hexadecimal digits, the first below 8: a positive number */
  serial: string;
  name: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
  validFrom: Date;
  validTo: Date;
}): string {
  const name = sequence(der(tags.set, sequence(commonNameOid, der(tags.utf8, Buffer.from(parts.name)))));
  const content = sequence(
    der(tags.version, der(tags.integer, Buffer.from([2]))),
    der(tags.integer, Buffer.from(parts.serial, 'hex')),
    sha256WithRsa,
    name,
    sequence(time(parts.validFrom), time(parts.validTo)),
    name,
    parts.publicKey.export({ type: 'spki', format: 'der' }),
  );
  const signature = createSign('sha256').update(content).sign(parts.privateKey);
  const base64 = sequence(content, sha256WithRsa, bits(signature)).toString('base64');
  const lines = base64.match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
