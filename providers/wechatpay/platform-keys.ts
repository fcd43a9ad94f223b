import { createPublicKey, type KeyObject, X509Certificate } from 'node:crypto';
import { type Clock, hourMs, minuteMs } from '#kit/kernel/time.ts';
import { ChannelUnavailable } from '../pay-channel.ts';
import type { KeyOf } from './signed-text.ts';

export interface PlatformKey {
  serial: string;
  key: KeyObject;
  validFrom: Date;
  /** a public key of the newer kind (`PUB_KEY_ID_…`) has no end */
  validTo: Date | undefined;
}

export interface PlatformKeys {
  readonly find: KeyOf;
  /** the id of the newer kind of key, when the merchant has one: the platform wants to hear it in each request */
  readonly publicKeyId: string | undefined;
  /** Asks the platform for its certificates; says nothing when it can not, or was asked too often. */
  learn(): Promise<void>;
  /** The key to encrypt with; asks for it when none is known. */
  forSecrets(): Promise<PlatformKey>;
  stop(): void;
}

/** WeChat replaces a certificate a day after listing the new one, and asks for looks every twelve hours at most. */
const refreshEveryMs = 12 * hourMs;

/** Callbacks with invented serials must not make us call the platform again and again. */
const maxDownloadsPerMinute = 5;

const publicKeyPrefix = 'PUB_KEY_ID_';

/** From the platform's certificate, or from a bare public key. */
export function platformKey(serial: string, pem: string): PlatformKey {
  if (!pem.includes('BEGIN CERTIFICATE')) {
    return { serial, key: createPublicKey(pem), validFrom: new Date(0), validTo: undefined };
  }
  const certificate = new X509Certificate(pem);
  return {
    serial,
    key: certificate.publicKey,
    validFrom: certificate.validFromDate,
    validTo: certificate.validToDate,
  };
}

export function createPlatformKeys(parts: {
  initial: Readonly<Record<string, string>>;
  download: () => Promise<PlatformKey[]>;
  clock: Clock;
}): PlatformKeys {
  const { clock } = parts;
  const known = new Map<string, PlatformKey>();
  for (const [serial, pem] of Object.entries(parts.initial)) known.set(serial, platformKey(serial, pem));
  const publicKeyId = [...known.keys()].find((serial) => serial.startsWith(publicKeyPrefix));

  const isOver = (key: PlatformKey) => key.validTo !== undefined && key.validTo < clock.now();

  let downloadTimesMs: number[] = [];
  let underWay: Promise<void> | undefined;

  async function download(): Promise<void> {
    const nowMs = clock.now().getTime();
    downloadTimesMs = downloadTimesMs.filter((timeMs) => timeMs > nowMs - minuteMs);
    if (downloadTimesMs.length >= maxDownloadsPerMinute) return;
    downloadTimesMs.push(nowMs);
    try {
      for (const key of await parts.download()) known.set(key.serial, key);
    } catch (error) {
      // what is known stays in use; who needed a new key says that it is missing
      if (!(error instanceof ChannelUnavailable)) throw error;
    }
    for (const key of known.values()) if (isOver(key)) known.delete(key.serial);
  }

  function learn(): Promise<void> {
    underWay ??= download().finally(() => {
      underWay = undefined;
    });
    return underWay;
  }

  function newest(): PlatformKey | undefined {
    const now = clock.now();
    if (publicKeyId) return known.get(publicKeyId);
    return [...known.values()]
      .filter((key) => key.validFrom <= now && !isOver(key))
      .sort((a, b) => b.validFrom.getTime() - a.validFrom.getTime())[0];
  }

  const timer = setInterval(() => void learn(), refreshEveryMs).unref();

  return {
    publicKeyId,
    find(serial) {
      const key = known.get(serial);
      return key && !isOver(key) ? key.key : undefined;
    },
    learn,
    async forSecrets() {
      if (!newest()) await learn();
      const key = newest();
      if (!key) throw new ChannelUnavailable('no certificate of the platform could be fetched');
      return key;
    },
    stop: () => clearInterval(timer),
  };
}
