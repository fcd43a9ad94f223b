import type { IssueOutcome, IssueState } from '../contract/issue.ts';

/** Fewer coins than asked for is neither done nor failed. */
export function outcomeOfIssue({
  state,
  coins,
  counted,
}: {
  state: IssueState;
  coins: number;
  counted: number | null;
}): IssueOutcome {
  const ended = state === 'done' || state === 'failed';
  return ended && counted !== null && counted > 0 && counted < coins ? 'partial' : state;
}
