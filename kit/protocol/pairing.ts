import { z } from 'zod';

/**
 * How a machine without network learns the WiFi and the way to the server: over Bluetooth (GATT), over its own access
 * point (HTTP), or by listening to the lengths of packets in the air (SmartConfig). The page, the simulated devices and
 * docs/device-protocol.md all go by this file.
 */
export const pairingPaths = ['ble', 'ownpage', 'softap', 'smartconfig'] as const;
export type PairingPath = (typeof pairingPaths)[number];

export const pairingInfo = z.object({ code: z.string(), type: z.string(), model: z.string() });
export type PairingInfo = z.infer<typeof pairingInfo>;
export const pairingNetworks = z.array(
  z.object({ ssid: z.string().max(32), dbm: z.int(), locked: z.boolean() }),
);
export type PairingNetwork = z.infer<typeof pairingNetworks>[number];
export const pairingJoin = z.object({
  ssid: z.string().min(1).max(32),
  password: z.string().max(63),
  /** where to connect; empty: the address burnt in at production */
  server: z.string().max(200),
  /** goes back in the hello, so that the page knows its machine */
  token: z.string().min(8).max(64),
});
export type PairingJoin = z.infer<typeof pairingJoin>;

export const joinFailures = ['notFound', 'password', 'noAddress', 'noServer'] as const;
export const pairingStatus = z.object({
  state: z.enum(['idle', 'joining', 'joined', 'connected', 'failed']),
  reason: z.enum(joinFailures).optional(),
});
export type PairingStatus = z.infer<typeof pairingStatus>;

/** Bluetooth: one service, four characteristics. Reads and notifications are UTF-8 JSON; `join` is written in frames. */
export const bleService = '6f2d0001-5b1a-4c6e-9d53-c01a7a2d0001';
export const bleCharacteristics = {
  info: '6f2d0002-5b1a-4c6e-9d53-c01a7a2d0001',
  networks: '6f2d0003-5b1a-4c6e-9d53-c01a7a2d0001',
  join: '6f2d0004-5b1a-4c6e-9d53-c01a7a2d0001',
  status: '6f2d0005-5b1a-4c6e-9d53-c01a7a2d0001',
} as const;
export type BleCharacteristic = keyof typeof bleCharacteristics;
export const bleNamePrefix = 'CY-';
/** fits the smallest MTU that phones agree on in practice (185) */
export const bleFrameBytes = 180;

/** Index, number of frames, then a part of the text. */
export function framesOf(text: string): Uint8Array<ArrayBuffer>[] {
  const bytes = new TextEncoder().encode(text);
  const room = bleFrameBytes - 2;
  const total = Math.max(1, Math.ceil(bytes.length / room));
  return Array.from({ length: total }, (_, index) =>
    Uint8Array.from([index, total, ...bytes.subarray(index * room, (index + 1) * room)]),
  );
}

/** Collects frames in any order; the whole text once the last one is there. A frame 0 of another length starts again. */
export function frameCollector(): (frame: Uint8Array) => string | undefined {
  let parts = new Map<number, Uint8Array>();
  let expected = 0;
  return (frame) => {
    const [index, total] = frame;
    if (index === undefined || total === undefined || total === 0 || index >= total) return undefined;
    if (total !== expected) {
      parts = new Map();
      expected = total;
    }
    parts.set(index, frame.subarray(2));
    if (parts.size < total) return undefined;
    const ordered = Array.from({ length: total }, (_, position) => [...(parts.get(position) ?? [])]);
    parts = new Map();
    expected = 0;
    return new TextDecoder().decode(Uint8Array.from(ordered.flat()));
  };
}

/** Own access point: the machine answers here, and serves its own page for browsers that may not call it. */
export const softApAddress = 'http://192.168.4.1';
export const softApPaths = {
  info: '/info',
  networks: '/networks',
  join: '/join',
  status: '/status',
} as const;

/**
 * The machine's own page, for phones whose browser can neither speak Bluetooth nor call the machine from ours: the token is
 * made before the phone leaves its network, and goes along in the address, or is typed there.
 */
export const pairingCodeLength = 8;
/** without letters and digits that people mistake for each other */
export const pairingCodeAlphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
const pairingCodePattern = new RegExp(`^[${pairingCodeAlphabet}]{${pairingCodeLength}}$`);

export const ownPageAddress = (
  machine: string,
  { token, server, back }: { token: string; server: string; back: string },
): string => `${machine}/?${new URLSearchParams({ token, ...(server && { server }), back })}`;

/** In two groups, as people read and type it. */
export const shownPairingCode = (token: string): string =>
  `${token.slice(0, pairingCodeLength / 2)} ${token.slice(pairingCodeLength / 2)}`;

/** What somebody typed as a token; undefined when it can not be one. */
export function typedPairingCode(typed: string): string | undefined {
  const code = typed.replaceAll(/[\s-]/g, '').toUpperCase();
  return pairingCodePattern.test(code) ? code : undefined;
}

/**
 * SmartConfig: a machine that can not decrypt a packet still hears how long it is. Four guide lengths tell it what the
 * air adds; then every byte comes as a pair: its place (300 + place), then its value (1 + value). Everything is repeated.
 */
export const smartConfigPort = 18_266;
export const smartConfigGuide = [515, 514, 513, 512] as const;
/** values are 1 to 256, places 300 to 499, guides above: no length means two things */
const placeBase = 300;
const maxSmartConfigBytes = 200;

/** ssid, password and token, each with its length before it, and a check byte. */
export function smartConfigLengths(join: Pick<PairingJoin, 'ssid' | 'password' | 'token'>): number[] {
  const encoder = new TextEncoder();
  const bytes = [join.ssid, join.password, join.token].flatMap((text) => {
    const encoded = encoder.encode(text);
    return [encoded.length, ...encoded];
  });
  const content = [bytes.length + 2, ...bytes];
  const all = [...content, crc8(content)];
  if (all.length > maxSmartConfigBytes) throw new RangeError('too long for SmartConfig');
  return [...smartConfigGuide, ...all.flatMap((value, place) => [placeBase + place, value + 1])];
}

/**
 * What a machine does with the lengths it hears. Undefined until all bytes are there and the check byte fits. A value is
 * believed when it came twice in a row at its place: where a value and the next place are lost, the next value seems to
 * stand at the place before it, and one check byte lets some of that pass.
 */
export function smartConfigListener(): (
  length: number,
) => Pick<PairingJoin, 'ssid' | 'password' | 'token'> | undefined {
  const recent: number[] = [];
  const latest = new Map<number, number>();
  const bytes = new Map<number, number>();
  let added: number | undefined;
  let place: number | undefined;
  return (heard) => {
    recent.push(heard);
    if (recent.length > smartConfigGuide.length) recent.shift();
    const first = (recent[0] ?? 0) - smartConfigGuide[0];
    if (
      recent.length === 4 &&
      first >= 0 &&
      smartConfigGuide.every((length, at) => recent[at] === length + first)
    ) {
      added = first;
      place = undefined;
      return undefined;
    }
    if (added === undefined) return undefined;
    const length = heard - added;
    if (length >= placeBase && length < placeBase + maxSmartConfigBytes) {
      place = length - placeBase;
      return undefined;
    }
    if (place === undefined || length < 1 || length > 256) return undefined;
    const value = length - 1;
    if (latest.get(place) === value) bytes.set(place, value);
    latest.set(place, value);
    place = undefined;
    return decoded(bytes);
  };
}

function decoded(bytes: ReadonlyMap<number, number>) {
  const total = bytes.get(0);
  if (total === undefined || total > maxSmartConfigBytes || bytes.size < total) return undefined;
  const all = Array.from({ length: total }, (_, place) => bytes.get(place) ?? 0);
  if (crc8(all.slice(0, -1)) !== all.at(-1)) return undefined;
  const texts: string[] = [];
  for (let at = 1; at < total - 1; ) {
    const length = all[at] ?? 0;
    texts.push(new TextDecoder().decode(Uint8Array.from(all.slice(at + 1, at + 1 + length))));
    at += 1 + length;
  }
  const [ssid, password, token] = texts;
  return ssid !== undefined && password !== undefined && token !== undefined
    ? { ssid, password, token }
    : undefined;
}

/** CRC-8 with polynomial 0x07. */
function crc8(bytes: readonly number[]): number {
  let crc = 0;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 0x80 ? ((crc << 1) ^ 0x07) & 0xff : crc << 1;
  }
  return crc;
}
