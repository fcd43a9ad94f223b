import { and, asc, eq, gt, isNull, sql } from 'drizzle-orm';
import { tenantView } from '#features/base/accounts/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import type { Realm } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { platformScope, tenantScope } from '#kit/server/scope.ts';
import { find, rows, update } from '#kit/server/tables.ts';
import { type Period, toldAtHour, type Way } from '../contract/choices.ts';
import { briefingDays, briefingsSent } from '../tables.ts';

export interface DueOrganisation {
  id: string;
  realm: Realm;
  /** the day it is there */
  day: string;
}

/**
 * Organisations whose morning has come and whose people have not been told yet, in the order of their ids. The clock is
 * that of most of their sites; where a day begins late, the day before is over later too.
 */
export async function dueOrganisations(
  reader: Reader,
  at: Date,
  { after, most }: { after: string; most: number },
): Promise<DueOrganisation[]> {
  const tenant = tenantView(platformScope);
  const site = siteView(platformScope);
  const clock = reader
    .select({
      tenantId: site.tenantId,
      zone: sql<string>`mode() within group (order by ${site.timeZone})`.as('zone'),
      dayStart: sql<number>`max(${site.dayStart})`.as('latest_start'),
    })
    .from(site)
    .where(isNull(site.removedAt))
    .groupBy(site.tenantId)
    .as('clock');
  const there = sql`(${at.toISOString()}::timestamptz at time zone coalesce(${clock.zone}, 'Asia/Shanghai'))`;
  const told = rows(platformScope, briefingDays);
  return reader
    .select({ id: tenant.id, realm: tenant.realm, day: sql<string>`to_char(${there}, 'YYYY-MM-DD')` })
    .from(tenant)
    .leftJoin(clock, eq(clock.tenantId, tenant.id))
    .leftJoin(told, and(eq(told.tenantId, tenant.id), eq(told.day, sql`(${there})::date`)))
    .where(
      and(
        eq(tenant.state, 'active'),
        isNull(told.day),
        gt(tenant.id, after),
        sql`extract(hour from ${there}) >= greatest(${toldAtHour}::int, coalesce(${clock.dayStart}, 0))`,
      ),
    )
    .orderBy(asc(tenant.id))
    .limit(most);
}

export async function markTold(tx: Tx, { id, day }: DueOrganisation): Promise<void> {
  await tx.execute(
    sql`insert into briefing_day (tenant_id, day) values (${id}, ${day}::date) on conflict do nothing`,
  );
}

/** One summary for one person by one way. */
export interface Sending {
  tenantId: string;
  userId: string;
  period: Period;
  since: string;
}

type State = 'sending' | 'sent' | 'failed';

/** Of all who want to send the same, one. */
export async function claim(
  tx: Tx,
  { tenantId, userId, period, since }: Sending,
  { way, state, at }: { way: Way; state: State; at: Date },
): Promise<boolean> {
  const claimed = await tx.execute(sql`
    insert into briefing_sent (tenant_id, user_id, period, since, way, state, at)
    values (${tenantId}, ${userId}, ${period}, ${since}::date, ${way}, ${state}, ${at.toISOString()}::timestamptz)
    on conflict do nothing returning period`);
  return [...claimed].length > 0;
}

export async function sentOf(
  reader: Reader,
  { tenantId, ...key }: Sending,
  way: Way,
): Promise<{ state: State; at: Date } | undefined> {
  const [found] = await find(reader, tenantScope(tenantId), briefingsSent, { ...key, way });
  return found && { state: found.state, at: found.at };
}

export async function markSent(
  tx: Tx,
  { tenantId, ...key }: Sending,
  { way, state }: { way: Way; state: State },
): Promise<void> {
  await update(tx, tenantScope(tenantId), briefingsSent, { ...key, way }, { state });
}
