import { holdPlayer, markVisitor } from '#features/base/players/server/public.ts';
import { earnPoints } from '#features/loyalty/points/server/public.ts';
import { playerAccount, readBalances } from '#features/money/ledger/server/public.ts';
import { conflict, invalid, missing, unauthorized } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import { siteDay } from '#kit/kernel/site-day.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find, insert } from '#kit/server/tables.ts';
import { tasksChanged } from '../contract/kinds.ts';
import { periodKey, rewardOf, shortOf, stateOn, streakOn } from '../rules/task-rules.ts';
import { rewardClaims, rewardTasks } from '../tables.ts';
import { openShop } from './site-clock.ts';
import { progressOf } from './task-progress.ts';
import { claimsOfPeriod, givenOf, lastClaims, noteGiven } from './task-queries.ts';

interface Wish {
  taskId: string;
  siteId: string;
  playerId: string;
  now: Date;
}

/** The reward of a task, once in its period. Claims of a task come one after the other: budgets hold, and the second finds the first. */
export async function claimTask(tx: Tx, { taskId, siteId, playerId, now }: Wish) {
  if (!(await holdPlayer(tx, playerId))) throw unauthorized();
  const site = await openShop(tx, siteId);
  const { tenantId } = site;
  const scope = tenantScope(tenantId);
  const [task] = await find(tx, scope, rewardTasks, { id: taskId, removedAt: null }, 'update');
  if (!task || (task.siteId !== null && task.siteId !== siteId)) throw missing('rewards:error.noTask');
  const today = siteDay(site, now);
  const key = periodKey(task.period, today);
  const claimed = await claimsOfPeriod(tx, tenantId, playerId, [task], today);
  if (claimed.size > 0) throw conflict(`rewards:error.claimed.${task.period}`);
  const given = (await givenOf(tx, tenantId, [taskId], today))(taskId);
  const state = stateOn(task, today, given.ever);
  if (state !== 'on') throw invalid(`rewards:error.task.${state}`);
  const { progress } = await progressOf(tx, task, { playerId, site, now });
  if (progress < task.goal) throw invalid('rewards:error.notDone');
  const last = await lastClaims(tx, tenantId, playerId, [taskId]);
  const streak = task.kind === 'signIn' ? streakOn(last.get(taskId), today) : 0;
  const amount = rewardOf(task, streak);
  const short = shortOf(task, amount, given);
  if (short) throw invalid(`rewards:error.${short}`);
  const id = newId(now.getTime());
  const { unit } = task;
  await insert(tx, scope, rewardClaims, {
    ...{ id, createdAt: now, taskId, siteId, playerId, claimedAs: playerId },
    ...{ periodKey: key, day: today, streak, goal: task.goal, unit, amount },
  });
  await noteGiven(tx, { tenantId, taskId, day: today, amount });
  await earnPoints(tx, [
    {
      ...{ tenantId, playerId, siteId, unit, amount },
      key: `reward-claim:${id}`,
      kind: 'taskReward',
      subject: { kind: 'rewardClaim', id },
      remark: task.title,
      at: now,
    },
  ]);
  markVisitor(tx, { tenantId, playerId });
  await emit(tx, siteTopic(tenantId, siteId), tasksChanged);
  const [balance] = await readBalances(tx, [playerAccount(tenantId, playerId, siteId, unit)]);
  return { unit, amount, held: balance?.balance ?? 0, streak };
}
