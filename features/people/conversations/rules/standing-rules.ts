import { secondMs } from '#kit/kernel/time.ts';
import type { State } from '../contract/shared.ts';
import { type OpeningTimes, openMs } from './opening-rules.ts';

/**
 * How a conversation stands. A round begins with the first message and ends when it is solved; a message after that
 * begins the next one. Lengths are counted while the shop is open.
 */
export interface Standing {
  state: State;
  openedAt: Date;
  /** the first message of the player that nobody has answered */
  waitingSince: Date | null;
  /** from the first message to the first answer */
  firstAnswerSeconds: number | null;
  /** the longest that the player waited for an answer after that */
  nextAnswerSeconds: number | null;
  /** from the beginning to the end, without the time asleep */
  solvedSeconds: number | null;
  solvedAt: Date | null;
  sleptSince: Date | null;
  sleptSeconds: number;
}

const secondsOpen = (times: OpeningTimes, from: Date, to: Date) =>
  Math.floor(openMs(times, from, to) / secondMs);

export const newRound = (at: Date): Standing => ({
  state: 'open',
  openedAt: at,
  waitingSince: null,
  firstAnswerSeconds: null,
  nextAnswerSeconds: null,
  solvedSeconds: null,
  solvedAt: null,
  sleptSince: null,
  sleptSeconds: 0,
});

const slept = ({ sleptSince, sleptSeconds }: Standing, times: OpeningTimes, at: Date) =>
  sleptSeconds + (sleptSince ? secondsOpen(times, sleptSince, at) : 0);

/** The player writes: who was asleep wakes up, what was solved begins again. */
export function afterPlayer(before: Standing, times: OpeningTimes, at: Date): Standing {
  const round = before.state === 'solved' ? newRound(at) : before;
  return {
    ...round,
    state: 'open',
    waitingSince: round.waitingSince ?? at,
    sleptSeconds: slept(round, times, at),
    sleptSince: null,
  };
}

/** Somebody of the shop writes: the player waits no more. */
export function afterStaff(before: Standing, times: OpeningTimes, at: Date): Standing {
  const round = before.state === 'solved' ? newRound(at) : before;
  if (!round.waitingSince) return round;
  const waited = secondsOpen(times, round.waitingSince, at);
  return round.firstAnswerSeconds === null
    ? { ...round, waitingSince: null, firstAnswerSeconds: waited }
    : { ...round, waitingSince: null, nextAnswerSeconds: Math.max(round.nextAnswerSeconds ?? 0, waited) };
}

/** Why it can not be put to sleep; undefined when it can. */
export function snoozeRefusal({ state, waitingSince }: Standing): string | undefined {
  if (state === 'solved') return 'conversations:error.solved';
  return waitingSince ? 'conversations:error.answerFirst' : undefined;
}

export const afterSnooze = (before: Standing, at: Date): Standing =>
  before.state === 'snoozed' ? before : { ...before, state: 'snoozed', sleptSince: at };

export function afterWake(before: Standing, times: OpeningTimes, at: Date): Standing {
  if (before.state !== 'snoozed') return before;
  return { ...before, state: 'open', sleptSeconds: slept(before, times, at), sleptSince: null };
}

/** What was never answered and needs no answer (a "thank you") has no time of an answer. */
export function afterSolve(before: Standing, times: OpeningTimes, at: Date): Standing {
  if (before.state === 'solved') return before;
  const sleptSeconds = slept(before, times, at);
  return {
    ...before,
    state: 'solved',
    waitingSince: null,
    sleptSince: null,
    sleptSeconds,
    solvedAt: at,
    solvedSeconds: Math.max(0, secondsOpen(times, before.openedAt, at) - sleptSeconds),
  };
}

export interface Targets {
  firstMinutes: number;
  nextMinutes: number;
  solvedMinutes: number;
}

export interface Clock {
  /** null: it has not begun, or there was nothing to count */
  seconds: number | null;
  running: boolean;
  late: boolean;
}

const clockOf = (seconds: number | null, running: boolean, minutes: number): Clock => ({
  seconds,
  running,
  late: seconds !== null && seconds > minutes * 60,
});

/** The three clocks as they stand at a moment. */
export function clocksAt(standing: Standing, times: OpeningTimes, targets: Targets, at: Date) {
  const { waitingSince, firstAnswerSeconds, nextAnswerSeconds, solvedSeconds, openedAt, state } = standing;
  const waited = waitingSince ? secondsOpen(times, waitingSince, at) : null;
  const isFirst = firstAnswerSeconds === null;
  const worst = nextAnswerSeconds ?? 0;
  const sinceOpened =
    solvedSeconds ?? Math.max(0, secondsOpen(times, openedAt, at) - slept(standing, times, at));
  return {
    first: clockOf(firstAnswerSeconds ?? waited, isFirst && waited !== null, targets.firstMinutes),
    next:
      isFirst || waited === null
        ? clockOf(nextAnswerSeconds, false, targets.nextMinutes)
        : clockOf(Math.max(worst, waited), true, targets.nextMinutes),
    solved: clockOf(sinceOpened, state === 'open', targets.solvedMinutes),
  };
}

/** How long the player waits now, and whether that is too long. */
export function waitAt(standing: Standing, times: OpeningTimes, targets: Targets, at: Date): Clock {
  const { waitingSince, firstAnswerSeconds } = standing;
  const minutes = firstAnswerSeconds === null ? targets.firstMinutes : targets.nextMinutes;
  const waited = waitingSince ? secondsOpen(times, waitingSince, at) : null;
  return clockOf(waited, waited !== null, minutes);
}
