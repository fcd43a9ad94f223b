import { secondMs } from '#kit/kernel/time.ts';
import type { DeviceType } from '#kit/protocol/types/names.ts';

/** paying: from the tap on pay; playing: the machine plays for them; turn: they waited and it is theirs now. */
export type HoldKind = 'paying' | 'playing' | 'turn';

export const payingMs = 60 * secondMs;
export const turnMs = 30 * secondMs;
/** A page that waits says so more often than this; who is silent for longer has gone. */
export const absentMs = 30 * secondMs;
/** Beginning to pay again, again and again, keeps nobody else from playing. */
export const mostRenewals = 3;

/** What somebody who waits is told about each person before them. */
export const usualTurnMs = payingMs;

/** How long a play that was let in takes at most; a lipstick machine tells when its game has ended. */
export const playMs: Partial<Record<DeviceType, number>> = {
  claw: 45 * secondMs,
  lottery: 15 * secondMs,
  lipstick: 0,
};

/** One plays at a time, and it takes a while: here it matters whose turn it is. */
export const playsOneAtATime = (type: DeviceType): boolean => type in playMs;

/** However many plays were bought, others are not kept waiting for longer without a new look. */
const mostPlayingMs = 180 * secondMs;
export const playingMs = (type: DeviceType, plays: number): number =>
  Math.min(mostPlayingMs, plays * (playMs[type] ?? 0));

export interface Hold {
  playerId: string;
  kind: HoldKind;
  until: Date;
}

export type TurnState = 'free' | 'yours' | 'taken' | 'waiting';

export interface Turn {
  state: TurnState;
  /** for which the machine is kept; null: for nobody */
  kind: HoldKind | null;
  /** as long as it is yours; else until it may be, as far as anybody can tell */
  seconds: number;
  /** who waits before this player, or behind the one who has it now */
  others: number;
}

const secondsUntil = (until: Date, now: Date) =>
  Math.max(0, Math.ceil((until.getTime() - now.getTime()) / secondMs));

/** How it stands for one of those who look at a machine. `waiting` are the ids of who waits, the first of them next. */
export function turnOf(
  playerId: string,
  hold: Hold | undefined,
  waiting: readonly string[],
  now: Date,
): Turn {
  const place = waiting.indexOf(playerId);
  const living = hold && hold.until > now ? hold : undefined;
  const kind = living?.kind ?? null;
  const left = living ? secondsUntil(living.until, now) : 0;
  const perPerson = usualTurnMs / secondMs;
  // who plays may stand in line for another round already
  if (living?.playerId === playerId && !(kind === 'playing' && place >= 0))
    return { state: 'yours', kind, seconds: left, others: waiting.length };
  if (place >= 0) return { state: 'waiting', kind, seconds: left + place * perPerson, others: place };
  if (!living && waiting.length === 0) return { state: 'free', kind, seconds: 0, others: 0 };
  return { state: 'taken', kind, seconds: left + waiting.length * perPerson, others: waiting.length };
}
