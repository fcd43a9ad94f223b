import { limits } from '#kit/protocol/limits.ts';
import type { FailureReason } from '#kit/protocol/messages.ts';
import type { CommandState } from '../contract/command-states.ts';

/** A command's state changes only along these; done, failed and expired are for good. */
const transitions: Record<CommandState, readonly CommandState[]> = {
  queued: ['sent', 'expired'],
  sent: ['accepted', 'done', 'failed', 'expired', 'unknown'],
  accepted: ['done', 'failed', 'expired', 'unknown'],
  // the journal told the truth later
  unknown: ['done', 'failed', 'expired'],
  done: [],
  failed: [],
  expired: [],
};

export const mayBecome = (from: CommandState, to: CommandState): boolean => transitions[from].includes(to);
export const isSettled = (state: CommandState): state is 'done' | 'failed' | 'expired' | 'unknown' =>
  ['done', 'failed', 'expired', 'unknown'].includes(state);
export const openStates = ['queued', 'sent', 'accepted'] as const;

/** Devices set their clock when it is off by two seconds; what they say about an expiry holds after this. */
export const clockMarginMs = 5000;
/** How long the journal of a machine that is away may keep us waiting before staff are told. */
const giveUpAfterMs = 120_000;
export const askJournalAgainMs = 15_000;
/** What ended as unknown is asked about so often and for so long: until after its money has gone back. */
export const askUnknownAgainMs = 60_000;
export const askUnknownForMs = 3_600_000;

export function deadlinesOf(expiresAt: Date, withinMs: number): { answerBy: Date; giveUpAt: Date } {
  return {
    answerBy: new Date(expiresAt.getTime() + clockMarginMs),
    giveUpAt: new Date(expiresAt.getTime() + withinMs + giveUpAfterMs),
  };
}

/** A device that accepted has the time its command may take. */
export function answerByOnceAccepted(acceptedAt: Date, withinMs: number, giveUpAt: Date): Date {
  return new Date(Math.min(acceptedAt.getTime() + withinMs + clockMarginMs, giveUpAt.getTime()));
}

/** Refused before anything turned. */
const notStarted: readonly FailureReason[] = [
  'expired',
  'signature',
  'unknownCommand',
  'badParameters',
  'busy',
];

/** What a device says about a command, in a result or from its journal. */
export interface CommandAnswer {
  id: string;
  state: 'accepted' | 'done' | 'failed' | 'notExecuted';
  counted?: number;
  reason?: FailureReason;
  /** when the journal was asked; undefined for results */
  queriedAt?: Date;
}

export interface KnownCommand {
  state: CommandState;
  expiresAt: Date;
  acceptedAt: Date | null;
  asked: number | null;
}

export interface Step {
  state: Exclude<CommandState, 'queued'>;
  counted: number | null;
  reason: FailureReason | 'offline' | 'noAnswer' | 'notExecuted' | null;
}

/** What an answer makes of a command; undefined when it changes nothing. */
export function stepOf(command: KnownCommand, answer: CommandAnswer): Step | 'contradiction' | undefined {
  const nothing = command.asked === null ? null : 0;
  switch (answer.state) {
    case 'accepted':
      return command.state === 'sent' ? { state: 'accepted', counted: null, reason: null } : undefined;
    case 'notExecuted': {
      // Before its expiry the command may still be on its way; a journal asked too early proves nothing.
      const asked = answer.queriedAt?.getTime() ?? 0;
      if (asked < command.expiresAt.getTime() + clockMarginMs) return undefined;
      if (command.acceptedAt) return 'contradiction';
      return settle(command, { state: 'expired', counted: nothing, reason: 'notExecuted' });
    }
    case 'done':
      return settle(command, { state: 'done', counted: answer.counted ?? null, reason: null });
    case 'failed': {
      const reason = answer.reason ?? null;
      const untouched = reason !== null && notStarted.includes(reason);
      return settle(command, {
        state: reason === 'expired' ? 'expired' : 'failed',
        counted: answer.counted ?? (untouched ? nothing : null),
        reason,
      });
    }
  }
}

function settle(command: KnownCommand, step: Step): Step | 'contradiction' | undefined {
  if (mayBecome(command.state, step.state)) return step;
  return command.state === step.state ? undefined : 'contradiction';
}

/** A device's journal reaches so far back; asked about older commands it would say that it did nothing. */
export const journalReachMs = (limits.journalDays - 1) * 24 * 60 * 60_000;
