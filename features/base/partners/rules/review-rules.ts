import type { ReviewState } from '#features/base/accounts/contract/shared.ts';
import { conflict, invalidField } from '#kit/kernel/errors.ts';

/** A name is decided once; a refused registration may be accepted later, an accepted one is disabled instead. */
const transitions: Record<'name' | 'registration', Record<ReviewState, readonly ReviewState[]>> = {
  name: { untreated: ['passed', 'rejected'], passed: [], rejected: [] },
  registration: { untreated: ['passed', 'rejected'], passed: [], rejected: ['passed'] },
};

export function decided(
  kind: keyof typeof transitions,
  from: ReviewState,
  decision: { passed: boolean; reason: string },
): ReviewState {
  const to: ReviewState = decision.passed ? 'passed' : 'rejected';
  if (!transitions[kind][from].includes(to)) throw conflict('accounts:error.alreadyDecided');
  if (to === 'rejected' && !decision.reason) throw invalidField('reason', 'accounts:error.reasonNeeded');
  return to;
}
