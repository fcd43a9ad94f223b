import { type SQL, sql } from 'drizzle-orm';
import { addDays, endOfDay, startOfDay } from '#kit/kernel/time.ts';

export interface Moment {
  at: unknown;
  tenantId: unknown;
  siteId: unknown;
}

/** The business day of a moment at its site, by the clock that its figures have (`figure_site`). */
export const dayAtSite = ({ at, tenantId, siteId }: Moment): SQL<string> => sql<string>`(
  select figure_day_of(${at}, s.time_zone, s.day_start) from (values (1)) as one
  left join figure_site s on s.tenant_id = ${tenantId} and s.site_id = ${siteId})`;

/** Rules for `from` and `to`: the business days of a moment at its site; an index finds the moments around the days. */
export const daysAtSite = (moment: Moment) => ({
  from: (day: string) =>
    sql`(${moment.at} >= ${startOfDay(addDays(day, -1)).toISOString()}::timestamptz and ${dayAtSite(moment)} >= ${day}::date)`,
  to: (day: string) =>
    sql`(${moment.at} < ${endOfDay(addDays(day, 2)).toISOString()}::timestamptz and ${dayAtSite(moment)} <= ${day}::date)`,
});

/** The same for a list whose rows stand at a site: the days on which they were made. */
export const daysThere = (row: { createdAt: unknown; tenantId: unknown; siteId: unknown }) =>
  daysAtSite({ at: row.createdAt, tenantId: row.tenantId, siteId: row.siteId });
