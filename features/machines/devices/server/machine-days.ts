import { and, inArray, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
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
function staysOf(reader: Reader, scope: Scope) {
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
  return unionAll(now, before).as('stay');
}

/**
 * On how many days how many machines stood there, by what is asked for (`''`: all together, `standing`: by site and
 * machine). A machine counts once a day, at the site where it stood when the day ended: from the day it was registered to the
 * day it was given up, in the business days of each site.
 */
export async function countMachineDays(
  reader: Reader,
  scope: Scope,
  { from, to, siteIds, deviceIds, types }: MachineFilter & { from: string; to: string },
  by: 'all' | 'tenant' | 'site' | 'device' | 'type' | 'day' | 'month' | 'standing',
): Promise<Map<string, number>> {
  if (siteIds?.length === 0 || deviceIds?.length === 0 || types?.length === 0) return new Map();
  const stay = staysOf(reader, scope);
  const day = sql`d.day::date`;
  const dayOf = (at: unknown) => sql`figure_day_of(${at}, s.time_zone, s.day_start)`;
  const keys: Record<typeof by, SQL> = {
    all: sql`''`,
    tenant: sql`${stay.tenantId}`,
    site: sql`${stay.siteId}::text`,
    device: sql`${stay.deviceId}::text`,
    type: sql`${stay.type}`,
    day: sql`to_char(${day}, 'YYYY-MM-DD')`,
    month: sql`to_char(${day}, 'YYYY-MM')`,
    standing: sql`concat_ws(' ', ${stay.siteId}, ${stay.deviceId})`,
  };
  const found = await reader
    .select({ key: sql<string>`${keys[by]}`.as('key'), count: sql<number>`count(*)::int` })
    .from(stay)
    .leftJoin(sql`figure_site s`, sql`s.tenant_id = ${stay.tenantId} and s.site_id = ${stay.siteId}`)
    .innerJoin(
      sql`generate_series(${from}::date, ${to}::date, interval '1 day') as d (day)`,
      sql`${day} >= ${dayOf(stay.fromAt)} and (${stay.toAt} is null or ${day} <= ${dayOf(stay.toAt)} - ${stay.lastDays})`,
    )
    .where(
      and(
        siteIds && inArray(stay.siteId as unknown as SQL, [...siteIds]),
        deviceIds && inArray(stay.deviceId as unknown as SQL, [...deviceIds]),
        types && inArray(stay.type as unknown as SQL, [...types]),
      ),
    )
    .groupBy(sql`1`);
  return new Map(found.map(({ key, count }) => [key, count]));
}
