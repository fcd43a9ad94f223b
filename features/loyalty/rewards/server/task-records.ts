import { formatFen } from '#kit/kernel/money.ts';
import type { Say } from '#kit/server/context.ts';
import type { OwnTask, TaskRecord } from '../contract/tasks.ts';
import { daysToBonus, rewardOf, shortOf, stateOn, streakOn } from '../rules/task-rules.ts';
import type { TaskRow } from './task-doer.ts';
import type { Given } from './task-queries.ts';

const counted = ({ kind, goal }: TaskRow) => (kind === 'spend' ? formatFen(goal) : goal);

/** As staff wrote it, or what it is. */
export const nameOf = (task: TaskRow, say: Say): string =>
  task.title || say(`rewards:taskName.${task.kind}`, { goal: counted(task) });

export const toTask = (
  task: TaskRow,
  more: { fieldName: string | null; given: number; claims: number },
  today: string,
  say: Say,
): TaskRecord => {
  const { siteId, goal, kind, createdAt, ...row } = task;
  return {
    ...row,
    kind,
    createdAt: createdAt.toISOString(),
    name: nameOf(task, say),
    fieldId: siteId,
    goal: kind === 'spend' ? null : goal,
    goalFen: kind === 'spend' ? goal : null,
    state: stateOn(task, today, more.given),
    ...more,
  };
};

interface TaskOfPlayer {
  today: string;
  progress: number;
  missing: number;
  given: Given;
  last: { day: string; streak: number } | undefined;
  /** in the present period */
  claimed: { amount: number; streak: number } | undefined;
}

/** A refund after a claim: what comes of it, and how much it is now. */
const refundsOf = (missing: number, say: Say): string =>
  missing > 0
    ? say('rewards:taskRule.missing', { amount: formatFen(missing) })
    : say('rewards:taskRule.refunded');

function saysOf(task: TaskRow, { streak, missing }: { streak: number; missing: number }, say: Say): string {
  const bonusIn = task.kind === 'signIn' ? daysToBonus(task, streak) : undefined;
  const rule = say(`rewards:taskRule.${task.kind}`, { goal: counted(task) });
  if (task.kind === 'spend' && task.period !== 'once') return `${rule} ${refundsOf(missing, say)}`;
  if (bonusIn === undefined) return rule;
  const bonus = {
    days: task.streakDays ?? 0,
    amount: say(`kit:pieces.${task.unit}`, { count: task.streakBonus }),
  };
  return `${rule} ${say('rewards:taskRule.streak', bonus)}`;
}

/** Undefined where there is nothing to do and nothing was done: the task is not on. */
export function toOwnTask(task: TaskRow, ofPlayer: TaskOfPlayer, say: Say): OwnTask | undefined {
  const { today, progress, missing, given, last, claimed } = ofPlayer;
  const on = stateOn(task, today, given.ever);
  if (!claimed && on !== 'on' && on !== 'spent') return undefined;
  const isSignIn = task.kind === 'signIn';
  const next = isSignIn ? streakOn(last, today) : 0;
  const amount = claimed?.amount ?? rewardOf(task, next);
  // before today's sign-in the days in a row are those up to yesterday
  const streak = isSignIn ? (claimed?.streak ?? next - 1) : 0;
  const isShort = shortOf(task, amount, given) !== undefined;
  const state = claimed ? 'claimed' : isShort ? 'spent' : progress >= task.goal ? 'ready' : 'open';
  const reached = Math.min(progress, task.goal);
  return {
    id: task.id,
    kind: task.kind,
    name: nameOf(task, say),
    says: saysOf(task, { streak, missing }, say),
    period: task.period,
    state,
    goal: task.goal,
    progress: reached,
    progressText:
      task.kind === 'spend' ? `${formatFen(reached)} / ${formatFen(task.goal)}` : `${reached} / ${task.goal}`,
    unit: task.unit,
    amount,
    streak,
  };
}
