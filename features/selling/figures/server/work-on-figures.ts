import { asc, isNull, sql } from 'drizzle-orm';
import { newId } from '#kit/kernel/ids.ts';
import type { Clock } from '#kit/kernel/time.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { announce } from '#kit/server/gathered-writes.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { insert, type RowOf, rows, update } from '#kit/server/tables.ts';
import { figuresChanged } from '../contract.ts';
import { figureTasks } from '../tables.ts';
import { holdLevels } from './fold-figures.ts';
import { addUpDays, recountFigures } from './recount-figures.ts';

export const figuresChannel = 'figures';
type Task = RowOf<typeof figureTasks>;

/** From now on a site's days begin so; its past days are sorted again, in the background. */
export async function wantDays(
  tx: Tx,
  {
    tenantId,
    now,
    ...wanted
  }: {
    tenantId: string;
    siteId: string;
    timeZone: string;
    dayStart: number;
    userName: string;
    now: Date;
  },
): Promise<void> {
  await insert(tx, tenantScope(tenantId), figureTasks, {
    id: newId(now.getTime()),
    createdAt: now,
    kind: 'days',
    ...wanted,
  });
  announce(tx, figuresChannel);
}

/** Everything of an organisation from its rows, month by month. */
export async function wantRecount(
  tx: Tx,
  { tenantId, userName, now }: { tenantId: string; userName: string | null; now: Date },
): Promise<string> {
  const id = newId(now.getTime());
  await insert(tx, tenantScope(tenantId), figureTasks, { id, createdAt: now, kind: 'recount', userName });
  announce(tx, figuresChannel);
  return id;
}

/** One step of the oldest task; true when there was one. A step that dies with its process is made again. */
export async function workOnFigures({ db, clock }: { db: Database; clock: Clock }): Promise<boolean> {
  return db.transaction(async (tx) => {
    const task = rows(platformScope, figureTasks);
    const [open] = await tx
      .select()
      .from(task)
      .where(isNull(task.endedAt))
      .orderBy(asc(task.createdAt), asc(task.id))
      .limit(1);
    if (!open) return false;
    // the process that holds the levels is the only one at work: what stood above may be done by now
    await holdLevels(tx);
    const [own] = await tx
      .select()
      .from(task)
      .where(sql`${task.id} = ${open.id} and ${task.endedAt} is null`);
    if (!own) return true;
    const progress = own.kind === 'days' ? await changeDays(tx, own) : await recountMonth(tx, own);
    const ended = progress.done >= progress.total ? { endedAt: clock.now() } : {};
    await update(tx, tenantScope(own.tenantId), figureTasks, ({ id }) => sql`${id} = ${own.id}`, {
      ...progress,
      ...ended,
    });
    // a reader sees how far it has come
    await emit(tx, tenantTopic(own.tenantId), figuresChanged, {});
    return true;
  });
}

async function changeDays(tx: Tx, { tenantId, siteId, timeZone, dayStart }: Task) {
  await tx.execute(sql`
    insert into figure_site (tenant_id, site_id, time_zone, day_start)
    values (${tenantId}, ${siteId}, ${timeZone}, ${dayStart})
    on conflict (tenant_id, site_id) do update set time_zone = excluded.time_zone, day_start = excluded.day_start`);
  await addUpDays(tx, { tenantId, siteId: siteId as string }, 'dayStart');
  return { done: 1, total: 1 };
}

async function recountMonth(tx: Tx, task: Task) {
  const { tenantId, done } = task;
  const { since, total } = task.since && task.total ? task : await monthsOf(tx, tenantId);
  if (!since || !total) return { done: 0, total: 0 };
  const [from, to] = [monthAfter(since, done), monthAfter(since, done + 1)];
  await recountFigures(tx, tenantId, { from, to });
  return { since, total, done: done + 1 };
}

/** The months of which there is anything, by rows or by figures. */
async function monthsOf(tx: Tx, tenantId: string) {
  const [found] = await tx.execute<{ since: string | null; total: number | null }>(sql`
    select to_char(min(first), 'YYYY-MM-DD') as since,
      (extract(year from age(max(last), min(first))) * 12 + extract(month from age(max(last), min(first))) + 1)::int as total
    from (
      select date_trunc('month', min(at) at time zone 'UTC') as first, date_trunc('month', max(at) at time zone 'UTC') as last
      from figure_line where tenant_id = ${tenantId}
      union all
      select date_trunc('month', min(hour_at) at time zone 'UTC'), date_trunc('month', max(hour_at) at time zone 'UTC')
      from figure_hour where tenant_id = ${tenantId}
    ) m`);
  return { since: found?.since ?? null, total: found?.total ?? null };
}

function monthAfter(month: string, months: number): string {
  const [year, place] = month.split('-').map(Number) as [number, number];
  return new Date(Date.UTC(year, place - 1 + months, 1)).toISOString().slice(0, 'yyyy-mm-dd'.length);
}
