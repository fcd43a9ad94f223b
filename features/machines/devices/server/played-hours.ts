import { and, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { addDays, endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { counterHours } from '../tables.ts';

export interface PlayedHours {
  /** id of the site or the machine */
  key: string;
  /** 1 is Monday, by the clocks of the site */
  weekday: number;
  hour: number;
  /** how many such hours of how many machines had at least one play */
  count: number;
}

/** In which hours of the week machines were played, over some business days of their sites. */
export async function countPlayedHours(
  reader: Reader,
  scope: Scope,
  { from, to, siteIds }: { from: string; to: string; siteIds?: readonly string[] },
  by: 'site' | 'device',
): Promise<PlayedHours[]> {
  const hour = rows(scope, counterHours);
  const place = by === 'site' ? hour.siteId : hour.deviceId;
  const days = sql`select s.time_zone, s.day_start from (values (1)) as one
    left join figure_site s on s.tenant_id = ${hour.tenantId} and s.site_id = ${hour.siteId}`;
  const clock = sql`(${hour.hourAt} at time zone coalesce((select time_zone from (${days}) d), 'Asia/Shanghai'))`;
  const day = sql`(select figure_day_of(${hour.hourAt}, d.time_zone, d.day_start) from (${days}) d)`;
  return reader
    .select({
      key: sql<string>`${place}::text`,
      weekday: sql<number>`extract(isodow from ${clock})::int`,
      hour: sql<number>`extract(hour from ${clock})::int`,
      count: sql<number>`count(*)::int`,
    })
    .from(hour)
    .where(
      and(
        eq(hour.counter, 'plays'),
        gt(hour.amount, 0),
        // an index finds the hours around the days
        gte(hour.hourAt, startOfDay(addDays(from, -1))),
        lt(hour.hourAt, endOfDay(addDays(to, 2))),
        sql`${day} between ${from}::date and ${to}::date`,
        siteIds && inArray(hour.siteId, [...siteIds]),
      ),
    )
    .groupBy(sql`1`, sql`2`, sql`3`);
}

/** What counters grew by hour by hour, to join and to list: what reports of plays, coins and wins are made of. */
export function counterHourView(scope: Scope) {
  const counted = rows(scope, counterHours);
  const { tenantId, deviceId, siteId, deviceType, hourAt, counter, amount } = counted;
  return new QueryBuilder()
    .select({ tenantId, deviceId, siteId, deviceType, hourAt, counter, amount })
    .from(counted)
    .as('counted_hour');
}
