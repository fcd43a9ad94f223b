import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { deviceStays, devices } from '../tables.ts';

export interface MachineFilter {
  siteIds?: readonly string[];
  deviceIds?: readonly string[];
  types?: readonly DeviceType[];
}

/** Where machines stand and stood; the last day of one that was moved belongs to the site to which it came. */
export function stayView(scope: Scope) {
  const reader = new QueryBuilder();
  const device = rows(scope, devices);
  const stay = rows(scope, deviceStays);
  const now = reader
    .select({
      tenantId: sql<string>`${device.tenantId}`.as('of_tenant'),
      deviceId: sql<string>`${device.id}`.as('of_device'),
      siteId: sql<string>`${device.siteId}`.as('of_site'),
      type: sql<DeviceType>`${device.type}`.as('of_type'),
      fromAt: sql<string>`coalesce(${device.siteSince}, ${device.createdAt})`.as('from_at'),
      toAt: sql<string | null>`${device.unboundAt}`.as('to_at'),
      lastDays: sql<number>`0`.as('last_days'),
    })
    .from(device);
  const before = reader
    .select({
      tenantId: sql<string>`${stay.tenantId}`.as('of_tenant'),
      deviceId: sql<string>`${stay.deviceId}`.as('of_device'),
      siteId: sql<string>`${stay.siteId}`.as('of_site'),
      type: sql<DeviceType>`${stay.deviceType}`.as('of_type'),
      fromAt: sql<string>`${stay.fromAt}`.as('from_at'),
      toAt: sql<string | null>`${stay.toAt}`.as('to_at'),
      lastDays: sql<number>`1`.as('last_days'),
    })
    .from(stay);
  return now.unionAll(before).as('stay');
}

type By = 'all' | 'tenant' | 'site' | 'device' | 'type' | 'day' | 'month' | 'standing';

/**
 * On how many days how many machines stood there, as a statement with `key` and `count`, by what is asked for (`all`: one
 * sum under '', `standing`: by site and machine). A machine counts once a day, at the site where it stood when the day ended: from the day it was
 * registered to the day it was given up, in the business days of each site.
 */
export function machineDays(
  scope: Scope,
  { from, to, siteIds, deviceIds, types }: MachineFilter & { from: string; to: string },
  by: By,
) {
  const stay = stayView(scope);
  const dayOf = (at: unknown) => sql`figure_day_of(${at}, s.time_zone, s.day_start)`;
  const first = sql`greatest(${from}::date, ${dayOf(stay.fromAt)})`;
  // `least` passes over a null: a machine that stands there still has no last day
  const last = sql`least(${to}::date, ${dayOf(stay.toAt)} - ${stay.lastDays})`;
  const isByDay = by === 'day' || by === 'month';
  const keys: Record<By, SQL> = {
    all: sql`''::text`,
    tenant: sql`${stay.tenantId}`,
    site: sql`${stay.siteId}::text`,
    device: sql`${stay.deviceId}::text`,
    type: sql`${stay.type}`,
    day: sql`to_char(d.day, 'YYYY-MM-DD')`,
    month: sql`to_char(d.day, 'YYYY-MM')`,
    standing: sql`concat_ws(' ', ${stay.siteId}, ${stay.deviceId})`,
  };
  const places = new QueryBuilder()
    .select({
      key: sql<string>`${keys[by]}`.as('key'),
      count: (isByDay ? sql<number>`count(*)::int` : sql<number>`sum(${last} - ${first} + 1)::int`).as(
        'count',
      ),
    })
    .from(stay)
    .leftJoin(sql`figure_site s`, sql`s.tenant_id = ${stay.tenantId} and s.site_id = ${stay.siteId}`)
    .$dynamic();
  const days = isByDay
    ? places.innerJoin(sql`generate_series(${first}, ${last}, interval '1 day') as d (day)`, sql`true`)
    : places;
  return days
    .where(
      and(
        sql`${first} <= ${last}`,
        siteIds && (siteIds.length > 0 ? inArray(stay.siteId as unknown as SQL, [...siteIds]) : sql`false`),
        deviceIds &&
          (deviceIds.length > 0 ? inArray(stay.deviceId as unknown as SQL, [...deviceIds]) : sql`false`),
        types && (types.length > 0 ? inArray(stay.type as unknown as SQL, [...types]) : sql`false`),
      ),
    )
    .groupBy(sql`1`);
}

/** The same, read. */
export async function countMachineDays(
  reader: Reader,
  scope: Scope,
  asked: MachineFilter & { from: string; to: string },
  by: By,
): Promise<Map<string, number>> {
  const found = await reader.execute<{ key: string; count: number }>(sql`${machineDays(scope, asked, by)}`);
  return new Map([...found].map(({ key, count }) => [key, Number(count)]));
}
