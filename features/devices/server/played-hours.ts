import { and, eq, gt, gte, inArray, lt, sql } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { counterHours } from '../tables.ts';

export interface PlayedHours {
  /** id of the site or the machine */
  key: string;
  /** 1 is Monday, as the clocks in China say it */
  weekday: number;
  hour: number;
  /** how many such hours of how many machines had at least one play */
  count: number;
}

/** In which hours of the week machines were played, over some days. */
export async function countPlayedHours(
  reader: Reader,
  scope: Scope,
  { from, to, siteIds }: { from: string; to: string; siteIds?: readonly string[] },
  by: 'site' | 'device',
): Promise<PlayedHours[]> {
  const hour = rows(scope, counterHours);
  const place = by === 'site' ? hour.siteId : hour.deviceId;
  const clock = sql`(${hour.hourAt} at time zone 'Asia/Shanghai')`;
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
        gte(hour.hourAt, startOfDay(from)),
        lt(hour.hourAt, endOfDay(to)),
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
