import { daysBetween } from '#kit/kernel/site-day.ts';

/** A merchant hears of the end so many days before it: enough to make a new code. */
export const warnDays = 2;

export type GroupState = 'open' | 'ending' | 'ended';

/** The last day counts. */
export function groupState(endsOn: string, day: string): GroupState {
  const left = daysBetween(day, endsOn);
  if (left < 0) return 'ended';
  return left <= warnDays ? 'ending' : 'open';
}

export type Reminded = 'ending' | 'ended';

/** What the merchant is to be told now, each of both once. */
export function reminderOf(endsOn: string, day: string, reminded: Reminded | null): Reminded | undefined {
  const state = groupState(endsOn, day);
  return state === 'open' || state === reminded ? undefined : state;
}
