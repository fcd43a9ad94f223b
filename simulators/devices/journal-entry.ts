import type { FailureReason } from '#kit/protocol/messages.ts';

/** How a command ended. `counted` is what a sensor saw; it is absent where nobody can tell. */
export interface Outcome {
  state: 'done' | 'failed';
  asked?: number;
  counted?: number;
  reason?: FailureReason;
}

export interface JournalEntry {
  id: string;
  command: string;
  state: 'accepted' | 'done' | 'failed';
  atMs: number;
  expiresAtMs: number;
  asked?: number;
  counted?: number;
  reason?: FailureReason;
}

/** What is appended: a whole entry first, then only what changed. */
export type JournalLine = Pick<JournalEntry, 'id'> & Partial<JournalEntry>;
