import { createHash, createHmac, type KeyObject, timingSafeEqual, verify } from 'node:crypto';
import { z } from 'zod';
import { codeAlphabet, plainCode } from '#kit/kernel/typed-code.ts';
import { limits } from './limits.ts';

/**
 * A device's secret is 32 bytes, made by the server and burnt in at production. Four keys come from it, so that what
 * leaks from one use opens no other.
 */
export type DeviceSecret = Buffer;
export type KeyUse = 'login' | 'message' | 'static-login' | 'presence';

const keyOf = (secret: DeviceSecret, use: KeyUse) =>
  createHmac('sha256', secret).update(`coinyard/1/${use}`).digest();

/** Each generation is a new secret: raising it locks a stolen one out. Nothing secret is stored per device. */
export function deriveDeviceSecret(masterKey: Buffer, code: string, generation: number): DeviceSecret {
  return createHmac('sha256', masterKey).update(`coinyard/1/device/${code}/${generation}`).digest();
}

/** MQTT password: `1.<unix seconds>.<hex>`; good for one login, for as long as clocks may differ. */
export function loginPassword(secret: DeviceSecret, code: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000);
  return `1.${seconds}.${loginMac(secret, code, seconds)}`;
}

const loginMac = (secret: DeviceSecret, code: string, seconds: number) =>
  createHmac('sha256', keyOf(secret, 'login')).update(`${code}\n${seconds}`).digest('hex');

/** For brokers that know nothing but a password file (docs/device-protocol.md, "Brokers"). */
export const staticPassword = (secret: DeviceSecret, code: string): string =>
  createHmac('sha256', keyOf(secret, 'static-login')).update(code).digest('base64url');

export type LoginRefusal = 'malformed' | 'clock' | 'secret';

export function checkLoginPassword(
  secret: DeviceSecret,
  code: string,
  password: string,
  now: Date,
): LoginRefusal | undefined {
  const parts = /^1\.(\d{1,12})\.([0-9a-f]{64})$/.exec(password);
  if (!parts) return 'malformed';
  const seconds = Number(parts[1]);
  if (!same(parts[2] as string, loginMac(secret, code, seconds))) return 'secret';
  return Math.abs(now.getTime() - seconds * 1000) > limits.clockToleranceMs ? 'clock' : undefined;
}

/** A code on the screen changes with every window; the same for the machine and for us. */
export const presenceWindow = (now: Date): number => Math.floor(now.getTime() / limits.presenceEveryMs);

/** What a machine shows on its screen during a window: a person who can type it stands in front of the machine now. */
export function presenceCode(secret: DeviceSecret, code: string, window: number): string {
  const mac = createHmac('sha256', keyOf(secret, 'presence')).update(`${code}\n${window}`).digest();
  let rest = mac.readBigUInt64BE(0);
  const base = BigInt(codeAlphabet.length);
  let shown = '';
  while (shown.length < limits.presenceSigns) {
    shown += codeAlphabet[Number(rest % base)];
    rest /= base;
  }
  return shown;
}

/** The window a typed or scanned code was shown in; undefined: it was not on this screen lately. */
export function presenceSeen(
  secret: DeviceSecret,
  code: string,
  given: string,
  now: Date,
): number | undefined {
  const typed = plainCode(given);
  const newest = presenceWindow(now) + 1;
  // one ahead: the machine's clock may be; some behind: people need time to type
  for (let window = newest; window >= newest - 1 - limits.presenceKept; window--)
    if (same(typed, presenceCode(secret, code, window))) return window;
  return undefined;
}

/** The body travels as the very text that was signed, so nobody has to agree on how JSON is written. */
export const signedEnvelope = z.object({
  sig: z
    .string()
    .regex(/^[0-9a-f]{64}$/)
    .describe('HMAC-SHA256, hex, of topic, line feed, body; key: "message"'),
  body: z.string().max(limits.maxMessageBytes).describe('the message as JSON text'),
});

const messageMac = (secret: DeviceSecret, topic: string, body: string) =>
  createHmac('sha256', keyOf(secret, 'message')).update(`${topic}\n${body}`).digest('hex');

export function sign(secret: DeviceSecret, topic: string, message: unknown): string {
  const body = JSON.stringify(message);
  return JSON.stringify({ sig: messageMac(secret, topic, body), body });
}

/** The signed message, or undefined when the signature is not the server's for this very topic. */
export function openSigned(secret: DeviceSecret, topic: string, payload: string): unknown {
  let parsed: unknown;
  try {
    parsed = JSON.parse(payload);
  } catch {
    return undefined;
  }
  const envelope = signedEnvelope.safeParse(parsed);
  if (!envelope.success) return undefined;
  const { sig, body } = envelope.data;
  return same(sig, messageMac(secret, topic, body)) ? JSON.parse(body) : undefined;
}

export interface FirmwareStatement {
  target: string;
  type: string;
  model?: string | undefined;
  hardware?: readonly string[] | undefined;
  version: string;
  sha256: string;
}

/** What a maker signs with Ed25519: which file it is, and what it is for. */
export const makerStatement = ({
  target,
  type,
  model,
  hardware,
  version,
  sha256,
}: FirmwareStatement): Buffer =>
  Buffer.from(
    ['coinyard/1/firmware', target, type, model ?? '', (hardware ?? []).join(','), version, sha256].join(
      '\n',
    ),
  );

export const isMakers = (makerKey: KeyObject, statement: FirmwareStatement, signature = ''): boolean =>
  verify(null, makerStatement(statement), makerKey, Buffer.from(signature, 'base64'));

/** Which settings a device runs with, in 16 hex digits: keys sorted, so order does not matter. */
export const settingsHash = (settings: unknown): string =>
  createHash('sha256').update(sortedJson(settings)).digest('hex').slice(0, 16);

function sortedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(sortedJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const entries = Object.entries(value)
    .filter(([, content]) => content !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, content]) => `${JSON.stringify(key)}:${sortedJson(content)}`).join(',')}}`;
}

function same(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
