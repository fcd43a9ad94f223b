import { and, eq, gte, inArray, sql } from 'drizzle-orm';
import type { Reader, Tx } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import {
  factoryPlayTime,
  hourOf,
  lastHours,
  playedTypes,
  reportedCounters,
  usedBy,
} from '../rules/use-rules.ts';
import { deviceHours, devices } from '../tables.ts';
import type { CounterIncrement } from './device-facts.ts';
import { unnestRows } from './link/unnest.ts';

const reported: ReadonlySet<string> = new Set(reportedCounters);

interface HourSum {
  increment: CounterIncrement;
  hourAt: Date;
  amount: number;
}

/** Increments of an hour, counter by counter, of those that reports are made of or that say how much a machine is used. */
function hourSums(increments: readonly CounterIncrement[]): HourSum[] {
  const sums = new Map<string, HourSum>();
  for (const increment of increments) {
    const { deviceId, siteId, type, counter, amount, at } = increment;
    if (!reported.has(counter) && usedBy[type] !== counter) continue;
    const hourAt = hourOf(at);
    const name = `${deviceId} ${siteId} ${hourAt.getTime()} ${counter}`;
    const sum = sums.get(name);
    if (sum) sum.amount += amount;
    else sums.set(name, { increment, hourAt, amount });
  }
  return [...sums.values()];
}

/** The devices are locked, so nobody else adds to their hours at the same time. */
export async function addToHours(tx: Tx, increments: readonly CounterIncrement[]): Promise<void> {
  const sums = hourSums(increments);
  if (sums.length === 0) return;
  const given = unnestRows(sums, [
    ['text', ({ increment }) => increment.tenantId],
    ['uuid', ({ increment }) => increment.deviceId],
    ['uuid', ({ increment }) => increment.siteId],
    ['text', ({ increment }) => increment.type],
    ['timestamptz', ({ hourAt }) => hourAt],
    ['text', ({ increment }) => increment.counter],
    ['bigint', ({ amount }) => amount],
    ['boolean', ({ increment }) => usedBy[increment.type] === increment.counter],
    ['boolean', ({ increment }) => reported.has(increment.counter)],
    ['integer', ({ increment }) => (increment.counter === 'plays' ? factoryPlayTime(increment.type) : null)],
  ]);
  await tx.execute(sql`
    with n as (select * from ${given}
      as n (tenant_id, device_id, site_id, device_type, hour_at, counter, amount, use, reported, play_time_s)),
    used as (
      insert into device_hour as h (tenant_id, device_id, site_id, hour_at, uses)
      select n.tenant_id, n.device_id, n.site_id, n.hour_at, n.amount from n where n.use
      on conflict (tenant_id, device_id, hour_at, site_id) do update set uses = h.uses + excluded.uses)
    insert into counter_hour as h (tenant_id, device_id, site_id, device_type, hour_at, counter, amount, play_time_s)
    select n.tenant_id, n.device_id, n.site_id, n.device_type, n.hour_at, n.counter, n.amount,
      case when n.play_time_s is not null then coalesce(
        (select d.play_time_s from device d where d.tenant_id = n.tenant_id and d.id = n.device_id), n.play_time_s) end
    from n where n.reported
    on conflict (tenant_id, device_id, hour_at, site_id, counter) do update
    set amount = h.amount + excluded.amount, play_time_s = excluded.play_time_s`);
}

interface Hour {
  id: string;
  hourAt: Date;
  uses: number;
}

/** The last 24 hours of each; nothing of those out of reach. */
function byHour(ids: readonly string[], found: readonly Hour[], now: Date): Map<string, number[]> {
  const hours = lastHours(now);
  const place = new Map(hours.map((hour, index) => [hour.getTime(), index]));
  const sums = new Map(ids.map((id) => [id, hours.map(() => 0)]));
  for (const { id, hourAt, uses } of found) {
    const index = place.get(hourAt.getTime());
    const list = sums.get(id);
    if (index !== undefined && list) list[index] = (list[index] ?? 0) + uses;
  }
  return sums;
}

/** How much each machine was used in the last 24 hours, hour by hour. */
export async function selectUses(
  reader: Reader,
  scope: Scope,
  deviceIds: readonly string[],
  now: Date,
): Promise<Map<string, number[]>> {
  const hour = rows(scope, deviceHours);
  const found = await reader
    .select({ id: hour.deviceId, hourAt: hour.hourAt, uses: hour.uses })
    .from(hour)
    .where(and(inArray(hour.deviceId, [...deviceIds]), gte(hour.hourAt, lastHours(now)[0] as Date)));
  return byHour(deviceIds, found, now);
}

/** The plays of all machines of a site together; coins given out and goods sold are something else. */
export async function selectSitePlays(
  reader: Reader,
  scope: Scope,
  siteIds: readonly string[],
  now: Date,
): Promise<Map<string, number[]>> {
  const hour = rows(scope, deviceHours);
  const device = rows(scope, devices);
  const found = await reader
    .select({ id: hour.siteId, hourAt: hour.hourAt, uses: sql<number>`sum(${hour.uses})::int` })
    .from(hour)
    .innerJoin(device, and(eq(device.tenantId, hour.tenantId), eq(device.id, hour.deviceId)))
    .where(
      and(
        inArray(hour.siteId, [...siteIds]),
        gte(hour.hourAt, lastHours(now)[0] as Date),
        inArray(device.type, [...playedTypes]),
      ),
    )
    .groupBy(hour.siteId, hour.hourAt);
  return byHour(siteIds, found, now);
}
