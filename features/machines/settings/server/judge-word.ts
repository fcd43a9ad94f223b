import type { DeviceRef } from '#features/machines/devices/server/public.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { ChangeFailure } from '../contract.ts';
import type { ChangeOutline } from './change-queries.ts';
import type { Confirmed } from './confirmed-queries.ts';

/** Something a device said about its settings. */
export type Word = {
  device: DeviceRef;
  version: number;
  hash: string;
} & (
  | { said: 'runs' }
  | { said: 'applied' }
  | { said: 'refused'; reason: ChangeFailure; path: string | null }
  | { said: 'report'; settings: Record<string, unknown> }
);

/** What is known of the device when the word arrives. */
export interface Knowledge {
  confirmed: Pick<Confirmed, 'version' | 'hash' | 'reportedHash' | 'reportAskedAt'>;
  changes: readonly ChangeOutline[];
}

export type Verdict =
  | { kind: 'nothing' }
  | { kind: 'applied'; change: ChangeOutline }
  | { kind: 'failed'; change: ChangeOutline; reason: ChangeFailure; path: string | null }
  /** it runs with what we confirmed, under a number that may be another */
  | { kind: 'agrees' }
  | { kind: 'drifted'; settings: Record<string, unknown> }
  | { kind: 'ask' };

const askAgainAfterMs = minuteMs;

/**
 * The rules of desired state. While a change is under way only words about that change count; without one, a device
 * either runs with what we confirmed, or with a change we had given up, or it drifted.
 */
export function judgeWord(word: Word, { confirmed, changes }: Knowledge, now: Date): Verdict {
  const pending = changes.find(({ state }) => state === 'pending');
  if (pending) return judgePending(word, pending);
  // what was refused is over, and the number in a refusal is not what the device runs with
  if (word.said === 'refused') return { kind: 'nothing' };
  if (word.hash === confirmed.hash) return { kind: 'agrees' };
  const late = changes.find(
    ({ state, version, hash }) =>
      state === 'failed' && version === word.version && hash === word.hash && version > confirmed.version,
  );
  if (late) return { kind: 'applied', change: late };
  if (word.said === 'report') return { kind: 'drifted', settings: word.settings };
  const askedAgoMs = confirmed.reportAskedAt ? now.getTime() - confirmed.reportAskedAt.getTime() : Infinity;
  return confirmed.reportedHash === word.hash || askedAgoMs < askAgainAfterMs
    ? { kind: 'nothing' }
    : { kind: 'ask' };
}

function judgePending(word: Word, pending: ChangeOutline): Verdict {
  if (!pending.sentAt) return { kind: 'nothing' };
  // a device that can not open the message does not know its number
  if (word.said === 'refused' && (word.version === pending.version || word.reason === 'signature'))
    return { kind: 'failed', change: pending, reason: word.reason, path: word.path };
  if (word.said === 'refused' || word.version !== pending.version) return { kind: 'nothing' };
  if (word.hash === pending.hash) return { kind: 'applied', change: pending };
  // it took the number but not these values
  return word.said === 'applied'
    ? { kind: 'failed', change: pending, reason: 'invalid', path: null }
    : { kind: 'nothing' };
}
