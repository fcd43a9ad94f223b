import { addDays, weekdayOf } from '#kit/kernel/time.ts';
import type { TaskKind, TaskPeriod } from '../contract/kinds.ts';

const monthLength = 'yyyy-mm'.length;

/** The first day of the period in which a day lies; undefined: there is only one, without a beginning. */
export function firstDay(period: TaskPeriod, day: string): string | undefined {
  switch (period) {
    case 'day':
      return day;
    case 'week':
      return addDays(day, 1 - weekdayOf(day));
    case 'month':
      return `${day.slice(0, monthLength)}-01`;
    case 'once':
      return undefined;
  }
}

/** The first day of the period after the one in which a day lies. */
export function nextFirstDay(period: TaskPeriod, day: string): string | undefined {
  const first = firstDay(period, day);
  if (first === undefined) return undefined;
  // every month has a day 31 days after its first that lies in the next one
  return firstDay(period, addDays(first, period === 'day' ? 1 : period === 'week' ? 7 : 31));
}

/** What a period is called among the claims of a task: one claim for each. */
export function periodKey(period: TaskPeriod, day: string): string {
  const first = firstDay(period, day);
  return first === undefined ? 'ever' : `${period} ${first}`;
}

/** Some kinds have a fixed period: one signs in by the day, and fills in a profile once. */
export const periodOf = (kind: TaskKind, period: TaskPeriod): TaskPeriod =>
  kind === 'signIn' ? 'day' : kind === 'profile' ? 'once' : period;

/** What has no number is done or not. */
export const goalOf = (kind: TaskKind, goal: number): number =>
  kind === 'signIn' || kind === 'profile' ? 1 : goal;

/** Which day in a row it is: one that was left out begins again. */
export const streakOn = (last: { day: string; streak: number } | undefined, today: string): number =>
  last?.day === today ? last.streak : last?.day === addDays(today, -1) ? last.streak + 1 : 1;

/**
 * What refunds took from claims, the oldest first, and no later claim has made up for. Who paid more than was asked
 * in a later period has made up for so much.
 */
export const missingOf = (claims: readonly { goal: number; reached: number }[]): number =>
  claims.reduce((missing, { goal, reached }) => Math.max(0, missing + goal - reached), 0);

interface Reward {
  amount: number;
  streakDays: number | null;
  streakBonus: number;
}

/** What a claim brings on the so many-th day in a row. */
export const rewardOf = ({ amount, streakDays, streakBonus }: Reward, streak: number): number =>
  amount + (streakDays !== null && streak > 0 && streak % streakDays === 0 ? streakBonus : 0);

/** How many more days in a row there are until the next bonus, today not counted; undefined: there is none. */
export function daysToBonus({ streakDays, streakBonus }: Reward, streak: number): number | undefined {
  if (streakDays === null || streakBonus === 0) return undefined;
  const rest = streak % streakDays;
  return rest === 0 && streak > 0 ? 0 : streakDays - rest;
}

interface Limits {
  active: boolean;
  fromDay: string | null;
  untilDay: string | null;
  budget: number | null;
  dayBudget: number | null;
}

export type TaskState = 'on' | 'off' | 'early' | 'over' | 'spent';

export function stateOn(
  { active, fromDay, untilDay, budget }: Limits,
  today: string,
  given: number,
): TaskState {
  if (!active) return 'off';
  if (fromDay !== null && today < fromDay) return 'early';
  if (untilDay !== null && today > untilDay) return 'over';
  return budget !== null && given >= budget ? 'spent' : 'on';
}

/** Why a reward can not be given any more though the task is on; undefined: it can. */
export function shortOf(
  { budget, dayBudget }: Limits,
  reward: number,
  given: { ever: number; today: number },
): 'budget' | 'dayBudget' | undefined {
  if (budget !== null && given.ever + reward > budget) return 'budget';
  return dayBudget !== null && given.today + reward > dayBudget ? 'dayBudget' : undefined;
}
