import { and, inArray, type SQL, sql } from 'drizzle-orm';
import type { DeviceType } from '#kit/protocol/types/names.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { devices } from '../tables.ts';

export interface MachineFilter {
  siteIds?: readonly string[];
  deviceIds?: readonly string[];
  types?: readonly DeviceType[];
}

const dayOf = (at: unknown) => sql`(${at} at time zone 'Asia/Shanghai')::date`;

/**
 * On how many days how many machines stood there, by what is asked for (`''`: all together). From the day a machine was
 * registered to the day it was given up, at the site where it stands now; days to come do not count.
 */
export async function countMachineDays(
  reader: Reader,
  scope: Scope,
  { from, to, siteIds, deviceIds, types }: MachineFilter & { from: string; to: string },
  by: 'all' | 'tenant' | 'site' | 'device' | 'type' | 'day' | 'month',
): Promise<Map<string, number>> {
  if (siteIds?.length === 0 || deviceIds?.length === 0 || types?.length === 0) return new Map();
  const device = rows(scope, devices);
  const day = sql`d.day::date`;
  const keys: Record<typeof by, SQL> = {
    all: sql`''`,
    tenant: sql`${device.tenantId}`,
    site: sql`${device.siteId}::text`,
    device: sql`${device.id}::text`,
    type: sql`${device.type}`,
    day: sql`to_char(${day}, 'YYYY-MM-DD')`,
    month: sql`to_char(${day}, 'YYYY-MM')`,
  };
  const found = await reader
    .select({ key: sql<string>`${keys[by]}`.as('key'), count: sql<number>`count(*)::int` })
    .from(device)
    .innerJoin(
      sql`generate_series(${from}::date, ${to}::date, interval '1 day') as d (day)`,
      sql`${day} >= ${dayOf(device.createdAt)} and (${device.unboundAt} is null or ${day} <= ${dayOf(device.unboundAt)})`,
    )
    .where(
      and(
        siteIds && inArray(device.siteId, [...siteIds]),
        deviceIds && inArray(device.id, [...deviceIds]),
        types && inArray(device.type, [...types]),
      ),
    )
    .groupBy(sql`1`);
  return new Map(found.map(({ key, count }) => [key, count]));
}
