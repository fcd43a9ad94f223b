import type { KeyObject } from 'node:crypto';
import { Formatter, Rsa } from 'wechatpay-axios-plugin';
import { minuteMs, secondMs } from '#kit/kernel/time.ts';

/** What the platform signs in its answers and callbacks, and the signature. */
export interface SignedText {
  timestamp: string;
  nonce: string;
  serial: string;
  signature: string;
  body: string;
}

export type SignatureFault = 'malformed' | 'clock' | 'signature' | 'serial';

export type KeyOf = (serial: string) => KeyObject | undefined;

const maxSkewMs = 5 * minuteMs;

export function readSigned(
  headers: Record<string, string | string[] | undefined>,
  body: string,
): SignedText | undefined {
  const named = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  const value = (name: string) => {
    const found = named.get(`wechatpay-${name}`);
    return typeof found === 'string' && found !== '' ? found : undefined;
  };
  const timestamp = value('timestamp');
  const nonce = value('nonce');
  const serial = value('serial');
  const signature = value('signature');
  if (!timestamp || !nonce || !serial || !signature || !/^\d{1,12}$/.test(timestamp)) return undefined;
  return { timestamp, nonce, serial, signature, body };
}

/**
 * Decoders skip what is not base64 and ignore unused bits: only the one true spelling of a signature counts. What WeChat
 * tests its merchants with ("WECHATPAY/SIGNTEST/…") ends here too, before its serial is looked for.
 */
const isCanonicalBase64 = (text: string) => Buffer.from(text, 'base64').toString('base64') === text;

export function signatureFault(
  text: SignedText | undefined,
  keyOf: KeyOf,
  now: Date,
): SignatureFault | undefined {
  if (!text) return 'malformed';
  if (Math.abs(now.getTime() - Number(text.timestamp) * secondMs) > maxSkewMs) return 'clock';
  if (!isCanonicalBase64(text.signature)) return 'signature';
  const key = keyOf(text.serial);
  if (!key) return 'serial';
  const signed = Formatter.response(text.timestamp, text.nonce, text.body);
  return Rsa.verify(signed, text.signature, key) ? undefined : 'signature';
}
