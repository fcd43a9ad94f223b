import { and, eq, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import { depositorView } from '#features/selling/coins/server/public.ts';
import { businessDays, dayOf } from '#features/selling/figures/server/public.ts';
import { buyerView } from '#features/selling/orders/server/public.ts';
import type { Days } from '#kit/kernel/days.ts';
import { addDays, startOfDay } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { matching } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { segments } from '../contract/members.ts';
import { memberLevels, members } from '../tables.ts';
import { isIn, memberFigures, weekOf } from './member-queries.ts';

interface Asked extends Days {
  siteId?: string | undefined;
}

/** Every visit of these days: of players who paid, and of those who brought coins or tickets. */
function visitsOf(reader: Reader, scope: Scope, { from, to, siteId }: Asked) {
  // days of sites begin at most one earlier
  const since = startOfDay(addDays(from, -1));
  const [bought, brought] = [buyerView(scope, since), depositorView(scope, since)];
  const isAsked = (visit: typeof bought | typeof brought) =>
    and(
      matching({ from, to }, businessDays(visit)),
      siteId ? eq(visit.siteId as unknown as SQL, siteId) : undefined,
    );
  return unionAll(
    reader.select().from(bought).where(isAsked(bought)),
    reader.select().from(brought).where(isAsked(brought)),
  ).as('visit');
}

/** Who was there, by level and standing of today, and whether for the first time: a handful of rows. */
export async function sumVisitors(reader: Reader, scope: Scope, asked: Asked, now: Date) {
  const visit = visitsOf(reader, scope, asked);
  const visitor = reader
    .select({
      tenantId: sql<string>`${visit.tenantId}`.as('visitor_tenant'),
      playerId: sql<string>`${visit.playerId}`.as('visitor_id'),
      paidFen: sql<number>`sum(${visit.paidFen})`.as('visitor_paid'),
    })
    .from(visit)
    .groupBy(visit.tenantId, visit.playerId)
    .as('visitor');
  const figure = memberFigures(reader, scope, asked.siteId);
  const member = rows(scope, members);
  const level = rows(scope, memberLevels);
  const isNew = sql<boolean>`${figure.firstDay} >= ${asked.from}::date`;
  const standing = sql<(typeof segments)[number]>`case ${sql.join(
    segments.map((segment) => sql`when ${isIn(figure, segment, now)} then ${sql.raw(`'${segment}'`)}`),
    sql` `,
  )} end`;
  return reader
    .select({
      levelId: member.levelId,
      levelName: level.name,
      rank: level.rank,
      segment: standing,
      isNew,
      members: sql<number>`count(*)::int`,
      paidFen: sql<number>`sum(${visitor.paidFen})`.mapWith(Number),
    })
    .from(visitor)
    .innerJoin(figure, and(eq(figure.tenantId, visitor.tenantId), eq(figure.playerId, visitor.playerId)))
    .innerJoin(member, and(eq(member.tenantId, visitor.tenantId), eq(member.id, visitor.playerId)))
    .leftJoin(level, and(eq(level.tenantId, member.tenantId), eq(level.id, member.levelId)))
    .groupBy(member.levelId, level.name, level.rank, sql`4`, sql`5`);
}

/** Of those who came first in a week of these days: how many were there so many weeks later. */
export async function countComingBack(
  reader: Reader,
  scope: Scope,
  asked: Asked,
): Promise<{ day: string; weeks: number; members: number }[]> {
  const visit = visitsOf(reader, scope, asked);
  const figure = memberFigures(reader, scope, asked.siteId);
  return reader
    .select({
      day: sql<string>`${weekOf(figure.firstDay)}::text`,
      weeks: sql<number>`(${weekOf(dayOf(visit))} - ${weekOf(figure.firstDay)}) / 7`,
      members: sql<number>`count(distinct (${visit.tenantId}, ${visit.playerId}))::int`,
    })
    .from(figure)
    .innerJoin(visit, and(eq(visit.tenantId, figure.tenantId), eq(visit.playerId, figure.playerId)))
    .where(sql`${figure.firstDay} >= ${asked.from}::date`)
    .groupBy(sql`1`, sql`2`);
}
