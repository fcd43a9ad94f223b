import { sql } from 'drizzle-orm';
import { countSites } from '#features/base/sites/server/public.ts';
import { addDays, businessDay, dayMs, hourMs } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { Measure } from '../contract/measures.ts';
import { figureSites } from '../tables.ts';
import { sourcesOf } from './figure-sources.ts';
import { dayOf, emptyId, hourOf, joinSite } from './levels.ts';

/*
 * Figures by how long ago they were, as each site counts its days: at one moment it can be Monday at one site and still
 * Sunday at another, which closes after midnight.
 */

interface Asked {
  at: Date;
  measures: readonly Measure[];
  siteIds?: readonly string[] | undefined;
  deviceIds?: readonly string[] | undefined;
  walletIds?: readonly string[] | undefined;
}

export type RecentPlace = 'tenant' | 'site' | 'device';

export interface RecentDays extends Asked {
  /** days ago, both included; 0 is the day that is going on */
  from: number;
  to: number;
  /** how many days are one step; the first step begins at `from` */
  every: number;
  by?: RecentPlace | undefined;
}

export interface RecentFigure {
  step: number;
  /** '' where nothing is told apart, or where it belongs to no such place */
  placeId: string;
  measure: Measure;
  amount: number;
}

const utcDay = (at: Date) => at.toISOString().slice(0, 'yyyy-mm-dd'.length);
const places: Record<RecentPlace, string> = {
  tenant: 'f.tenant_id',
  site: emptyId('f.site_id'),
  device: emptyId('f.device_id'),
};

/** Sums of the days before a moment, in steps of some days. */
export async function readRecentDays(
  reader: Reader,
  scope: Scope,
  { at, from, to, every, by, ...rest }: RecentDays,
): Promise<RecentFigure[]> {
  if ([rest.siteIds, rest.deviceIds, rest.walletIds].some((list) => list?.length === 0)) return [];
  const day = utcDay(at);
  const sources = sourcesOf(scope, {
    ...rest,
    // a site's day is at most one off that of Greenwich
    from: addDays(day, -to - 1),
    to: addDays(day, 1 - from),
    by: by === 'device' ? ['day', 'device'] : ['day'],
  });
  const place = sql.raw(by ? `coalesce((${places[by]})::text, '')` : `''`);
  const found = await reader.execute<Record<string, unknown>>(sql`
    select (f.back - ${from}::int) / ${every}::int as step, f.place as "placeId", f.measure, sum(f.amount)::bigint as amount
    from (
      select figure_day_of(${at.toISOString()}::timestamptz, s.time_zone, s.day_start) - f.day as back,
        ${place} as place, f.measure, f.amount
      from (${sql.join(sources, sql` union all `)}) f ${sql.raw(joinSite('f'))}
    ) f
    where f.back between ${from}::int and ${to}::int
    group by 1, 2, 3 having sum(f.amount) <> 0`);
  return [...found].map((row) => ({
    ...(row as unknown as RecentFigure),
    step: Number(row.step),
    amount: Number(row.amount),
  }));
}

/** What can stand between the same hour of two days beside whole days: a change of the clocks. */
const clocksMs = hourMs;

/**
 * The hours that are over of the day that is going on, and the same hours of earlier days (`back` days ago), by the clock
 * of each site. The hour that is going on is in none of them: of earlier days only whole hours are known.
 */
export async function readSameHours(
  reader: Reader,
  scope: Scope,
  { at, backs, ...rest }: Asked & { backs: readonly number[] },
): Promise<{ back: number; measure: Measure; amount: number }[]> {
  const day = utcDay(at);
  const sources = sourcesOf(scope, {
    ...rest,
    from: addDays(day, -Math.max(...backs) - 1),
    to: addDays(day, 1),
    by: ['hour'],
  });
  const atText = sql`${at.toISOString()}::timestamptz`;
  const moment = (ms: number) => sql`${new Date(at.getTime() + ms).toISOString()}::timestamptz`;
  // which hours can be meant at all: the index finds them, the clocks of the sites choose among them
  const near = backs.map(
    (back) => sql`(f.hour_at >= ${moment(-(back + 1) * dayMs - hourMs - clocksMs)}
      and f.hour_at < ${moment(-back * dayMs + clocksMs)})`,
  );
  const clock = (moment: string) => `(${moment} at time zone coalesce(s.time_zone, 'Asia/Shanghai'))`;
  const found = await reader.execute<Record<string, unknown>>(sql`
    select b.back, f.measure, sum(f.amount)::bigint as amount
    from (select ${atText} as at) n
    cross join (${sql.join(sources, sql` union all `)}) f ${sql.raw(joinSite('f'))}
    join unnest(${`{${backs.join(',')}}`}::int[]) as b (back)
      on f.day = ${sql.raw(dayOf('n.at'))} - b.back
      and ${sql.raw(clock('f.hour_at'))} < ${sql.raw(clock(hourOf('n.at')))} - make_interval(days => b.back)
    where ${sql.join(near, sql` or `)}
    group by 1, 2`);
  return [...found].map((row) => ({
    back: Number(row.back),
    measure: row.measure as Measure,
    amount: Number(row.amount),
  }));
}

/** The day that is going on at a site, or at most of the `count` sites that the scope reaches; pages choose it by `openDay` of sites. */
export async function dayGoingOn(
  reader: Reader,
  scope: Scope,
  { at, siteId, count }: { at: Date; siteId?: string | undefined; count: number },
): Promise<string> {
  const found = await reader.execute<{ day: string; sites: number }>(sql`
    select figure_day_of(${at.toISOString()}::timestamptz, s.time_zone, s.day_start)::text as day, count(*)::int as sites
    from (select * from ${rows(scope, figureSites)}) s
    where ${siteId ? sql`s.site_id = ${siteId}::uuid` : sql`true`}
    group by 1`);
  const sites = new Map([...found].map((row) => [row.day, Number(row.sites)]));
  // who is not listed has Shanghai's midnight
  const usual = businessDay(at);
  const listed = [...sites.values()].reduce((sum, one) => sum + one, 0);
  sites.set(usual, (sites.get(usual) ?? 0) + (siteId ? 1 : count) - listed);
  // of two days with as many sites each, the usual one
  const first: [string, number] = [usual, sites.get(usual) ?? 0];
  return [...sites].reduce((most, one) => (one[1] > most[1] ? one : most), first)[0];
}

/** The same for a member of staff: of the sites that they reach. */
export async function openDay(
  { db, session: { scope }, clock }: StaffContext,
  siteId?: string | undefined,
): Promise<string> {
  const count = siteId ? 1 : await countSites(db.read, scope);
  return dayGoingOn(db.read, scope, { at: clock.now(), siteId, count });
}
