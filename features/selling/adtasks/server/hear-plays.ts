import { inArray, sql } from 'drizzle-orm';
import type { JudgedPlay } from '#features/machines/ads/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope, platformTenantId, tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert, rows } from '#kit/server/tables.ts';
import { adDoubts, adTasks } from '../tables.ts';

/** Which of these items are tasks. */
async function tasksAmong(tx: Tx, itemIds: readonly string[]): Promise<Set<string>> {
  const task = rows(platformScope, adTasks);
  const found = await tx
    .select({ id: task.id })
    .from(task)
    .where(inArray(task.id, [...new Set(itemIds)]));
  return new Set(found.map(({ id }) => id));
}

/** In the transaction that counts plays: hours of tasks are noted for the fold, what was set aside is shown to the platform. */
export async function hearPlays(tx: Tx, services: Services, plays: readonly JudgedPlay[]): Promise<void> {
  const tasks = await tasksAmong(
    tx,
    plays.map(({ itemId }) => itemId),
  );
  const ours = plays.filter(({ itemId, tenantId }) => tasks.has(itemId) && tenantId !== platformTenantId);
  await noteDue(
    tx,
    ours.filter(({ aside }) => aside === null),
  );
  const now = services.clock.now();
  for (const { tenantId, aside, itemId, thousandths, ...play } of ours) {
    const count = Math.floor(thousandths / 1000);
    if (aside === null || count === 0) continue;
    await insert(tx, tenantScope(tenantId), adDoubts, {
      ...{ id: newId(now.getTime()), createdAt: now, taskId: itemId },
      ...{ deviceId: play.deviceId, siteId: play.siteId, hourAt: play.hourAt },
      ...{ plays: count, counted: 0, reason: aside },
    });
  }
}

/** In the order of the key; a fold that has just taken the same hour is waited for, and finds it noted again. */
export async function noteDue(tx: Tx, plays: readonly Omit<JudgedPlay, 'aside' | 'thousandths'>[]) {
  if (plays.length === 0) return;
  const json = JSON.stringify(
    plays.map(({ tenantId, itemId, deviceId, siteId, hourAt }) => ({
      ...{ tenant_id: tenantId, task_id: itemId, device_id: deviceId, site_id: siteId },
      hour_at: hourAt.toISOString(),
    })),
  );
  await tx.execute(sql`
    insert into ad_due (tenant_id, task_id, device_id, hour_at, site_id)
    select distinct on (task_id, tenant_id, device_id, hour_at) tenant_id, task_id, device_id, hour_at, site_id
    from jsonb_to_recordset(${json}::jsonb)
      as p(tenant_id text, task_id uuid, device_id uuid, hour_at timestamptz, site_id uuid)
    order by task_id, tenant_id, device_id, hour_at
    on conflict (tenant_id, task_id, device_id, hour_at) do update set site_id = excluded.site_id`);
}
