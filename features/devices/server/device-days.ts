import { and, between, inArray, sql } from 'drizzle-orm';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { deviceDays } from '../tables.ts';

/**
 * What counters grew by, per device, site and counter, between two business days (inclusive). A device that moved counts
 * for each site what it took there; an account limited to some sites sees those of them.
 */
export async function sumCounters(
  reader: Reader,
  scope: Scope,
  filter: {
    from: string;
    to: string;
    siteIds?: readonly string[];
    deviceIds?: readonly string[];
    counters?: readonly string[];
  },
): Promise<{ deviceId: string; siteId: string; counter: string; amount: number }[]> {
  const { from, to, siteIds, deviceIds, counters } = filter;
  if (siteIds?.length === 0 || deviceIds?.length === 0 || counters?.length === 0) return [];
  const day = rows(scope, deviceDays);
  return reader
    .select({
      deviceId: day.deviceId,
      siteId: day.siteId,
      counter: day.counter,
      amount: sql<number>`sum(${day.amount})`.mapWith(Number),
    })
    .from(day)
    .where(
      and(
        between(day.day, from, to),
        siteIds && inArray(day.siteId, [...siteIds]),
        deviceIds && inArray(day.deviceId, [...deviceIds]),
        counters && inArray(day.counter, [...counters]),
      ),
    )
    .groupBy(day.deviceId, day.siteId, day.counter);
}
