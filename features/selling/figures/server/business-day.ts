import { type SQL, sql } from 'drizzle-orm';
import { dayAtSite, daysAtSite, type Moment } from '#features/machines/devices/server/public.ts';
import type { Reader } from '#kit/server/database.ts';

/** The business day of a line is its site's own, as the figures have it. */
export const dayOf = dayAtSite;

/** Rules for `from` and `to` of lines. */
export const businessDays = daysAtSite;

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
