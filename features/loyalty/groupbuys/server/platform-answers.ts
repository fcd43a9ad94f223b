import { conflict, invalid, tooMany, unavailable } from '#kit/kernel/errors.ts';
import type { DealOutcome, DealRefusal } from '#providers/deal-platform.ts';

/** What somebody reads who is told no: our words, and the platform's own where ours say too little. */
export const refusalKey = ({ reason }: DealRefusal): string => `groupbuys:refused.${reason}`;

export const refusalText = ({ reason, text, code }: DealRefusal): string =>
  reason === 'other' ? text || code : refusalKey({ reason, text, code });

/** The answer to a question that changes nothing at the platform. */
export function answerOf<T>(outcome: DealOutcome<T>): T {
  switch (outcome.kind) {
    case 'done':
      return outcome.value;
    case 'refused': {
      const { refusal } = outcome;
      if (refusal.reason === 'notAuthorised') throw conflict(refusalKey(refusal));
      throw invalid(refusalKey(refusal), { text: refusal.text || refusal.code });
    }
    case 'limited':
      throw tooMany('groupbuys:error.platformBusy');
    case 'unknown':
      throw unavailable('groupbuys:error.noAnswer');
  }
}
