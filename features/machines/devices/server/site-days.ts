import { type SQL, sql } from 'drizzle-orm';

export interface Moment {
  at: unknown;
  tenantId: unknown;
  siteId: unknown;
}

/** The business day of a moment at its site, by the clock that its figures have (`figure_site`). */
export const dayAtSite = ({ at, tenantId, siteId }: Moment): SQL<string> => sql<string>`(
  select figure_day_of(${at}, s.time_zone, s.day_start) from (values (1)) as one
  left join figure_site s on s.tenant_id = ${tenantId} and s.site_id = ${siteId})`;
