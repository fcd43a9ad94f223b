import {
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type KeyObject,
  privateDecrypt,
  randomBytes,
} from 'node:crypto';
import { promisify } from 'node:util';
import { Aes, Formatter, Rsa } from 'wechatpay-axios-plugin';
import { type Clock, dayMs, secondMs } from '#kit/kernel/time.ts';
import { selfSignedCertificate } from '../simulated-certificate.ts';
import type { OpenShelf } from '../simulated-memory.ts';
import { platformTime } from './wire-format.ts';

interface KeyRecord {
  serial: string;
  privateKeyPem: string;
  /** the certificate, or the bare key of the newer kind */
  publicPem: string;
  isCertificate: boolean;
  validFrom: string;
  validTo: string;
}

export type SignedHeaders = Record<
  'wechatpay-timestamp' | 'wechatpay-nonce' | 'wechatpay-serial' | 'wechatpay-signature',
  string
>;

export interface SimulatedKeys {
  /** certificates and public key by serial, as a merchant may have been given them */
  publicKeys(): Record<string, string>;
  /** the answer of /v3/certificates; undefined for a merchant of the newer kind, which has none */
  certificateList(): object | undefined;
  rotate(): Promise<string>;
  sign(body: string, wantedSerial?: string): SignedHeaders;
  seal(plain: string, associatedData: string): object;
  /** undefined: not encrypted for the serial that the request names */
  open(secret: string, serial: string | undefined): string | undefined;
}

const generate = promisify(generateKeyPair);
const certificateDays = 5 * 365;

/** A positive number of 20 bytes, as in WeChat's certificates. */
function newSerial(): string {
  const bytes = randomBytes(20);
  bytes[0] = 0x40 | (bytes[0]! & 0x3f);
  return bytes.toString('hex').toUpperCase();
}

async function newKey(serial: string, isCertificate: boolean, now: Date): Promise<KeyRecord> {
  const { privateKey, publicKey } = await generate('rsa', { modulusLength: 2048 });
  const validFrom = new Date(now.getTime() - secondMs);
  const validTo = new Date(validFrom.getTime() + certificateDays * dayMs);
  const name = 'Simulated WeChat Pay';
  return {
    serial,
    privateKeyPem: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    publicPem: isCertificate
      ? selfSignedCertificate({ serial, name, privateKey, publicKey, validFrom, validTo })
      : (publicKey.export({ type: 'spki', format: 'pem' }) as string),
    isCertificate,
    validFrom: validFrom.toISOString(),
    validTo: validTo.toISOString(),
  };
}

function opened(secret: string, key: KeyObject): string | undefined {
  try {
    return privateDecrypt({ key, oaepHash: 'sha1' }, Buffer.from(secret, 'base64')).toString('utf8');
  } catch {
    return undefined;
  }
}

function sealed(apiV3Key: string, plain: string, associatedData: string): object {
  const nonce = Formatter.nonce(12);
  return {
    algorithm: 'AEAD_AES_256_GCM',
    nonce,
    associated_data: associatedData,
    ciphertext: Aes.AesGcm.encrypt(plain, apiV3Key, nonce, associatedData),
  };
}

/** Reading a key from its text takes longer than to sign with it. */
function createPrivateKeys() {
  const read = new Map<string, KeyObject>();
  return ({ serial, privateKeyPem }: KeyRecord): KeyObject => {
    const key = read.get(serial) ?? createPrivateKey(privateKeyPem);
    read.set(serial, key);
    return key;
  };
}

export async function openKeys(parts: {
  shelf: OpenShelf;
  apiV3Key: string;
  publicKeyId: string | undefined;
  clock: Clock;
}): Promise<SimulatedKeys> {
  const { apiV3Key, publicKeyId, clock } = parts;
  const shelf = parts.shelf<KeyRecord>('key');
  const privateKeyOf = createPrivateKeys();
  const seal = (plain: string, associatedData: string) => sealed(apiV3Key, plain, associatedData);

  const newest = () => {
    const certificates = shelf.values().filter((key) => key.isCertificate);
    return (publicKeyId ? shelf.get(publicKeyId) : undefined) ?? certificates.at(-1)!;
  };

  async function issue(serial: string, isCertificate: boolean): Promise<void> {
    shelf.put(serial, await newKey(serial, isCertificate, clock.now()));
  }

  if (publicKeyId && !shelf.get(publicKeyId)) await issue(publicKeyId, false);
  if (!publicKeyId && !shelf.values().some((key) => key.isCertificate)) await issue(newSerial(), true);

  return {
    publicKeys: () => Object.fromEntries(shelf.values().map((key) => [key.serial, key.publicPem])),

    certificateList() {
      if (publicKeyId) return undefined;
      return {
        data: shelf.values().map((key) => ({
          serial_no: key.serial,
          effective_time: platformTime(new Date(key.validFrom)),
          expire_time: platformTime(new Date(key.validTo)),
          encrypt_certificate: seal(key.publicPem, 'certificate'),
        })),
      };
    },

    async rotate() {
      const serial = newSerial();
      await issue(serial, true);
      return serial;
    },

    sign(body, wantedSerial) {
      const record = (wantedSerial ? shelf.get(wantedSerial) : undefined) ?? newest();
      const timestamp = String(Math.floor(clock.now().getTime() / secondMs));
      const nonce = Formatter.nonce();
      return {
        'wechatpay-timestamp': timestamp,
        'wechatpay-nonce': nonce,
        'wechatpay-serial': record.serial,
        'wechatpay-signature': Rsa.sign(Formatter.response(timestamp, nonce, body), privateKeyOf(record)),
      };
    },

    seal,

    open(secret, serial) {
      const record = serial ? shelf.get(serial) : undefined;
      return record && opened(secret, privateKeyOf(record));
    },
  };
}

/** A merchant is known by its certificate or by the key in it. */
export const merchantKeyOf = (pem: string): KeyObject => createPublicKey(pem);
