import type { VerificationState } from '../contract/kinds.ts';

/**
 * What a verification goes through. `verifying` is written before the platform is asked; only its own yes makes it
 * `verified`, and only what is verified is given. After `cancelling` the thing is taken back already, and the platform
 * has the last word.
 */
const transitions = {
  prepared: { send: 'verifying', lapse: 'lapsed' },
  verifying: { confirm: 'verified', refuse: 'refused' },
  // an answer that came after we had stopped to wait for one
  refused: { confirm: 'verified' },
  verified: { grant: 'granted', cancel: 'cancelling', cancelledThere: 'cancelled' },
  granted: { cancel: 'cancelling', cancelledThere: 'cancelled' },
  cancelling: {
    cancelled: 'cancelled',
    cancelledThere: 'cancelled',
    keep: 'granted',
    keepUngiven: 'verified',
  },
  cancelled: {},
  lapsed: {},
} as const satisfies Record<VerificationState, Record<string, VerificationState>>;

type Transitions = typeof transitions;
export type VerificationEvent = { [S in VerificationState]: keyof Transitions[S] }[VerificationState];

/** Where it leads; undefined: it can not happen there. */
export function nextState(state: VerificationState, event: VerificationEvent): VerificationState | undefined {
  const from: Partial<Record<VerificationEvent, VerificationState>> = transitions[state];
  return from[event];
}

/** The platform may have it in its books. */
export const isAtPlatform = (state: VerificationState): boolean =>
  state === 'verified' || state === 'granted' || state === 'cancelling';
