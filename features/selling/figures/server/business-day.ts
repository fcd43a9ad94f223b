import { type SQL, sql } from 'drizzle-orm';
import { addDays, endOfDay, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';

interface Moment {
  at: unknown;
  tenantId: unknown;
  siteId: unknown;
}

/** The business day of a line is its site's own, as the figures have it. */
export const dayOf = ({ at, tenantId, siteId }: Moment): SQL<string> => sql<string>`(
  select figure_day_of(${at}, s.time_zone, s.day_start) from (values (1)) as one
  left join figure_site s on s.tenant_id = ${tenantId} and s.site_id = ${siteId})`;

/** Rules for `from` and `to`; an index finds the moments around the days. */
export const businessDays = (moment: Moment) => ({
  from: (day: string) =>
    sql`(${moment.at} >= ${startOfDay(addDays(day, -1)).toISOString()}::timestamptz and ${dayOf(moment)} >= ${day}::date)`,
  to: (day: string) =>
    sql`(${moment.at} < ${endOfDay(addDays(day, 2)).toISOString()}::timestamptz and ${dayOf(moment)} <= ${day}::date)`,
});

/** Whether the day of a line is the one that is going on at its site. */
export const isToday = (moment: Moment, now: Date): SQL =>
  sql`${dayOf(moment)} = ${dayOf({ ...moment, at: sql`${now.toISOString()}::timestamptz` })}`;

/** Which business day it is at a site at a moment. */
export async function dayAt(
  reader: Reader,
  { at, tenantId, siteId }: { at: Date; tenantId: string; siteId: string | null },
): Promise<string> {
  const moment = { at: sql`${at.toISOString()}::timestamptz`, tenantId, siteId: sql`${siteId}::uuid` };
  const [found] = await reader.execute<{ day: string }>(sql`select ${dayOf(moment)}::text as day`);
  return found?.day as string;
}
