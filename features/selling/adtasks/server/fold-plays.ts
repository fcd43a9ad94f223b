import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm';
import { siteClock } from '#features/base/sites/server/public.ts';
import { playsOfHours } from '#features/machines/ads/server/public.ts';
import { eventRows } from '#features/machines/devices/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { wallTime } from '#kit/kernel/site-day.ts';
import { hourMs, minuteMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emitAll, platformTopic, tenantTopic, told } from '#kit/server/outbox.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, insert } from '#kit/server/tables.ts';
import { adIncomeChanged } from '../contract.ts';
import { judgeHour } from '../rules/judge-hour.ts';
import { adAcceptances, adDoubts, adTasks } from '../tables.ts';
import { bookIncome, type Hour, type TaskRow } from './book-income.ts';

/** So long after an hour its counts are as good as complete: later ones are a further turn. */
const restMs = 10 * minuteMs;
const atOnce = 200;

interface Due {
  tenant_id: string;
  device_id: string;
  site_id: string;
  hour: string;
  turn: number;
  handled: number;
}

/** Takes hours that are over; who notes the same hour now waits, and notes it again. */
const takeDue = (tx: Tx, taskId: string, before: Date) =>
  tx.execute<Due & Record<string, unknown>>(sql`
    with due as (
      select * from ad_due where task_id = ${taskId} and hour_at <= ${before.toISOString()}::timestamptz
      order by task_id, tenant_id, device_id, hour_at limit ${atOnce} for update
    ), taken as (
      delete from ad_due d using due
      where (d.task_id, d.tenant_id, d.device_id, d.hour_at) = (due.task_id, due.tenant_id, due.device_id, due.hour_at)
      returning d.*
    )
    select t.tenant_id, t.device_id, t.site_id, to_json(t.hour_at) #>> '{}' as hour,
      coalesce(i.turns, 0) as turn, coalesce(i.plays, 0) + coalesce(o.plays, 0) as handled
    from taken t
    left join lateral (
      select max(turn)::int as turns, (sum(plays + cut) filter (where doubt_id is null))::int as plays from ad_income i
      where i.task_id = t.task_id and i.tenant_id = t.tenant_id and i.device_id = t.device_id and i.hour_at = t.hour_at
    ) i on true
    left join lateral (
      select sum(counted)::int as plays from ad_doubt o
      where o.task_id = t.task_id and o.tenant_id = t.tenant_id and o.device_id = t.device_id and o.hour_at = t.hour_at
    ) o on true
    order by t.tenant_id, t.device_id, t.hour_at`);

/** The machine had the task in the hour, and the hour lies in its days as the place counts them. */
async function wasPlaced(
  tx: Tx,
  task: TaskRow,
  { tenantId, deviceId, siteId, hourAt }: Hour,
): Promise<boolean> {
  const scope = tenantScope(tenantId);
  const day = wallTime(await siteClock(tx, scope, siteId), hourAt)
    .toISOString()
    .slice(0, 10);
  if (day < task.fromDay || day > task.toDay) return false;
  const taken = await find(tx, scope, adAcceptances, { taskId: task.id, deviceId });
  const endMs = hourAt.getTime() + hourMs;
  return taken.some(
    ({ createdAt, endedAt }) => createdAt.getTime() < endMs && (!endedAt || endedAt >= hourAt),
  );
}

/** Known to have had no line for all of the hour: the last word before its end was that it went, before it began. */
async function wasOffline(tx: Tx, { tenantId, deviceId, hourAt }: Hour): Promise<boolean> {
  const event = eventRows(tenantScope(tenantId));
  const [last] = await tx
    .select({ kind: event.kind, at: event.at })
    .from(event)
    .where(
      and(
        eq(event.deviceId, deviceId),
        inArray(event.kind, ['online', 'offline']),
        lt(event.at, new Date(hourAt.getTime() + hourMs)),
      ),
    )
    .orderBy(desc(event.at))
    .limit(1);
  return last !== undefined && last.kind === 'offline' && last.at <= hourAt;
}

/** New plays of the hours taken, judged: those to be paid; the others are set aside for the platform. */
async function judge(tx: Tx, task: TaskRow, due: readonly Due[], now: Date): Promise<Hour[]> {
  const good: Hour[] = [];
  for (const { tenant_id: tenantId, device_id: deviceId, site_id: siteId, hour, turn, handled } of due) {
    const hourAt = new Date(hour);
    const counted = await playsOfHours(tx, { tenantId, deviceId, itemId: task.id }, [hourAt]);
    const all = Math.floor(counted.get(hourAt.getTime()) ?? 0);
    const plays = all - handled;
    if (plays <= 0) continue;
    const one: Hour = { tenantId, deviceId, siteId, hourAt, plays, turn: turn + 1, doubtId: null };
    const placed = await wasPlaced(tx, task, one);
    const offline = await wasOffline(tx, one);
    const reason = judgeHour({ plays: all, seconds: task.seconds, placed, offline });
    if (reason === null) good.push(one);
    else
      await insert(tx, tenantScope(tenantId), adDoubts, {
        ...{ id: newId(now.getTime()), createdAt: now, taskId: task.id, deviceId, siteId, hourAt },
        ...{ plays, counted: plays, reason },
      });
  }
  return good;
}

/** One turn for a task: its row is held, so two folds come one after the other. True when there may be more. */
export async function foldTask(tx: Tx, taskId: string, now: Date): Promise<boolean> {
  const [task] = await find(tx, platformScope, adTasks, { id: taskId }, 'update');
  if (!task) return false;
  const due = await takeDue(tx, taskId, new Date(now.getTime() - hourMs - restMs));
  await bookIncome(tx, task, await judge(tx, task, due, now), now);
  const tenants = [...new Set(due.map(({ tenant_id }) => tenant_id))];
  if (tenants.length > 0)
    await emitAll(tx, [
      told(platformTopic, adIncomeChanged, {}),
      ...tenants.map((tenantId) => told(tenantTopic(tenantId), adIncomeChanged, {})),
    ]);
  return due.length === atOnce;
}

/** Turns counted plays into income. A task that fails does not keep the others waiting. */
export async function foldPlays(services: Services): Promise<void> {
  const now = services.clock.now();
  const waiting = await services.db.read.execute<{ task_id: string }>(
    sql`select distinct task_id from ad_due order by task_id`,
  );
  for (const { task_id: taskId } of waiting)
    try {
      while (await services.db.transaction((tx) => foldTask(tx, taskId, now)));
    } catch (error) {
      services.log.error({ err: error, taskId }, 'plays of an ad task');
    }
}
