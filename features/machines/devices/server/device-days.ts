import { and, between, inArray, sql } from 'drizzle-orm';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, rows } from '#kit/server/tables.ts';
import { deviceDays } from '../tables.ts';
import { dayAtSite } from './site-days.ts';

type Days = ColumnsOf<typeof deviceDays>;

const grown = (day: Days) => sql<number>`sum(${day.amount})`.mapWith(Number);
const grownAt = (day: Days) => ({
  ...pick(day, 'deviceId', 'siteId', 'counter'),
  amount: grown(day),
});

/**
 * What counters grew by on the day that is going on at each site, per device, site and counter. A device that moved counts
 * for each site what it took there; an account limited to some sites sees those of them.
 */
export async function sumCountersToday(
  reader: Reader,
  scope: Scope,
  {
    at,
    siteIds,
    deviceIds,
    counters,
  }: { at: Date; siteIds?: readonly string[]; deviceIds?: readonly string[]; counters?: readonly string[] },
): Promise<{ deviceId: string; siteId: string; counter: string; amount: number }[]> {
  const day = rows(scope, deviceDays);
  // a day of a site is at most one off that of Greenwich
  const near = sql`${day.day} between ${at.toISOString()}::date - 2 and ${at.toISOString()}::date + 2`;
  return reader
    .select(grownAt(day))
    .from(day)
    .where(
      and(
        near,
        sql`${day.day} = ${dayAtSite({ at: sql`${at.toISOString()}::timestamptz`, ...pick(day, 'tenantId', 'siteId') })}`,
        siteIds && inArray(day.siteId, [...siteIds]),
        deviceIds && inArray(day.deviceId, [...deviceIds]),
        counters && inArray(day.counter, [...counters]),
      ),
    )
    .groupBy(day.deviceId, day.siteId, day.counter);
}

/** What counters of some machines grew by since a day of each, by device, site and counter. */
export async function sumCountersSince(
  reader: Reader,
  scope: Scope,
  since: ReadonlyMap<string, string>,
  { to, counters }: { to: string; counters: readonly string[] },
): Promise<{ deviceId: string; siteId: string; counter: string; amount: number }[]> {
  if (since.size === 0) return [];
  const day = rows(scope, deviceDays);
  const days = JSON.stringify(Object.fromEntries(since));
  return reader
    .select(grownAt(day))
    .from(day)
    .where(
      and(
        inArray(day.deviceId, [...since.keys()]),
        inArray(day.counter, [...counters]),
        sql`${day.day} between (${days}::jsonb ->> ${day.deviceId}::text)::date and ${to}::date`,
      ),
    )
    .groupBy(day.deviceId, day.siteId, day.counter);
}

/** The same of every single day, of all devices. */
export async function sumCountersByDay(
  reader: Reader,
  scope: Scope,
  { from, to, counters }: { from: string; to: string; counters: readonly string[] },
): Promise<{ deviceId: string; day: string; counter: string; amount: number }[]> {
  const day = rows(scope, deviceDays);
  return reader
    .select({
      ...pick(day, 'deviceId', 'day', 'counter'),
      amount: grown(day),
    })
    .from(day)
    .where(and(between(day.day, from, to), inArray(day.counter, [...counters])))
    .groupBy(day.deviceId, day.day, day.counter);
}
