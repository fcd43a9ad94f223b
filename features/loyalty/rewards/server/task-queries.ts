import { and, desc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { ofSamePerson, playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { tasksContract } from '../contract/tasks.ts';
import { periodKey } from '../rules/task-rules.ts';
import { rewardClaims, rewardTaskDays, rewardTasks } from '../tables.ts';
import type { TaskRow } from './task-doer.ts';

/** What tasks gave in all: a row for each of their days, never their claims. */
function sums(reader: Reader, scope: Scope) {
  const taskDay = rows(scope, rewardTaskDays);
  return reader
    .select({
      tenantId: taskDay.tenantId,
      taskId: taskDay.taskId,
      given: sql`sum(${taskDay.given})`.mapWith(Number).as('task_given'),
      claims: sql`sum(${taskDay.claims})`.mapWith(Number).as('task_claims'),
    })
    .from(taskDay)
    .groupBy(taskDay.tenantId, taskDay.taskId)
    .as('given');
}

export const pageTasks = listing(tasksContract.listTasks, (reader, scope, input) => {
  const task = rows(scope, rewardTasks);
  const site = siteView(scope);
  const given = sums(reader, scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          task: {
            ...pick(task, 'tenantId', 'id', 'createdAt', 'removedAt', 'kind', 'title', 'siteId', 'period'),
            ...pick(task, 'goal', 'unit', 'amount', 'streakDays', 'streakBonus', 'budget', 'dayBudget'),
            ...pick(task, 'fromDay', 'untilDay', 'active'),
          },
          fieldName: site.name,
          given: sql`coalesce(${given.given}, 0)`.mapWith(Number),
          claims: sql`coalesce(${given.claims}, 0)`.mapWith(Number),
        })
        .from(task)
        .leftJoin(site, atSite(site, task))
        .leftJoin(given, and(eq(given.tenantId, task.tenantId), eq(given.taskId, task.id))),
    of: task,
    where: isNull(task.removedAt),
    filters: { kind: equals(task.kind), fieldId: equals(task.siteId) },
    ...newestFirst(task),
  });
});

export const pageClaims = listing(tasksContract.listClaims, (reader, scope, input) => {
  const claim = rows(scope, rewardClaims);
  const site = siteView(scope);
  const player = playerView();
  const { id, createdAt, playerId, unit, amount, streak } = claim;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, playerId, unit, amount, streak },
          playerName: player.name,
          fieldId: claim.siteId,
          fieldName: site.name,
        })
        .from(claim)
        .leftJoin(site, atSite(site, claim))
        .leftJoin(player, eq(player.id, claim.playerId)),
    of: claim,
    filters: { taskId: equals(claim.taskId) },
    ...newestFirst(claim),
  });
});

/** What a player can do at a site, the oldest first; a merchant has few of them (`mostTasks`). */
export async function tasksAt(reader: Reader, tenantId: string, siteId: string): Promise<TaskRow[]> {
  const found = await find(reader, tenantScope(tenantId), rewardTasks, (task) =>
    and(isNull(task.removedAt), task.active, or(isNull(task.siteId), eq(task.siteId, siteId))),
  );
  return found.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

export const countTasks = async (tx: Tx, tenantId: string): Promise<number> =>
  (await find(tx, tenantScope(tenantId), rewardTasks, { removedAt: null })).length;

export interface Given {
  ever: number;
  today: number;
}

export async function givenOf(
  reader: Reader,
  tenantId: string,
  taskIds: readonly string[],
  today: string,
): Promise<(taskId: string) => Given> {
  const taskDay = rows(tenantScope(tenantId), rewardTaskDays);
  const found =
    taskIds.length > 0
      ? await reader
          .select({
            taskId: taskDay.taskId,
            ever: sql`sum(${taskDay.given})`.mapWith(Number),
            today:
              sql`coalesce(sum(${taskDay.given}) filter (where ${taskDay.day} = ${today}::date), 0)`.mapWith(
                Number,
              ),
          })
          .from(taskDay)
          .where(inArray(taskDay.taskId, [...taskIds]))
          .groupBy(taskDay.taskId)
      : [];
  const byTask = new Map(found.map(({ taskId, ever, today: now }) => [taskId, { ever, today: now }]));
  return (taskId) => byTask.get(taskId) ?? { ever: 0, today: 0 };
}

/** The player's last claim of each task: how many days in a row it was. */
export async function lastClaims(
  reader: Reader,
  tenantId: string,
  playerId: string,
  taskIds: readonly string[],
) {
  const claim = rows(tenantScope(tenantId), rewardClaims);
  const { taskId, day, streak } = claim;
  const found =
    taskIds.length > 0
      ? await reader
          .selectDistinctOn([claim.taskId], { taskId, day, streak })
          .from(claim)
          .where(and(eq(claim.playerId, playerId), inArray(claim.taskId, [...taskIds])))
          .orderBy(claim.taskId, desc(claim.day), desc(claim.id))
      : [];
  return new Map(found.map((row) => [row.taskId, row]));
}

/** What the player claimed of tasks in the period in which a day lies, which is not always the last: shops begin their days at different hours. */
export async function claimsOfPeriod(
  reader: Reader,
  tenantId: string,
  playerId: string,
  tasks: readonly Pick<TaskRow, 'id' | 'period'>[],
  day: string,
): Promise<Map<string, RowOf<typeof rewardClaims>>> {
  const keys = new Map(tasks.map(({ id, period }) => [id, periodKey(period, day)]));
  if (keys.size === 0) return new Map();
  const found = await find(reader, tenantScope(tenantId), rewardClaims, (claim) =>
    and(
      ofSamePerson(claim.playerId, playerId),
      inArray(claim.taskId, [...keys.keys()]),
      inArray(claim.periodKey, [...new Set(keys.values())]),
    ),
  );
  return new Map(
    found.filter((claim) => keys.get(claim.taskId) === claim.periodKey).map((claim) => [claim.taskId, claim]),
  );
}

/** Adds what was given to the day of its task, which the caller holds. */
export async function noteGiven(
  tx: Tx,
  { tenantId, taskId, day, amount }: { tenantId: string; taskId: string; day: string; amount: number },
): Promise<void> {
  await tx.execute(sql`
    insert into reward_task_day as d (tenant_id, task_id, day, claims, given)
    values (${tenantId}, ${taskId}, ${day}::date, 1, ${amount})
    on conflict (tenant_id, task_id, day) do update set claims = d.claims + 1, given = d.given + excluded.given`);
}
