import { and, arrayContains, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { dayOf } from '#features/selling/figures/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { phonePattern } from '#kit/contract/schemas.ts';
import { pick } from '#kit/kernel/pick.ts';
import { addDays, dayMs } from '#kit/kernel/time.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite } from '#kit/server/listing.ts';
import { elsewhere, equals, pageRows, search, since, until } from '#kit/server/page-rows.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import { type ColumnsOf, rows } from '#kit/server/tables.ts';
import { type memberCalls, type Segment, segments } from '../contract/members.ts';
import { segmentEdges } from '../rules/segments.ts';
import { memberLevels, memberPlaces, members } from '../tables.ts';

/** Who sees all sites has the figures of all; who sees some, or asks for one, has those of the sites seen. */
const seesAll = (scope: Scope) => scope.kind !== 'tenant' || scope.siteIds === null;

/** The first day on which somebody was there, as each site counts its days. */
const firstDayOf = ({ firstVisitAt: at, tenantId, siteId }: ColumnsOf<typeof memberPlaces>) =>
  sql<string>`min(${dayOf({ at, tenantId, siteId })})`;
/** The Monday of a day. */
export const weekOf = (day: unknown) => sql`date_trunc('week', (${day})::timestamp)::date`;

/** One row for each member that the scope reaches, with the figures of its sites; the names stand alone in a query. */
export function memberFigures(reader: Reader, scope: Scope, siteId?: string) {
  const member = rows(scope, members);
  const place = rows(scope, memberPlaces);
  const whole = () =>
    reader
      .select({
        tenantId: sql<string>`${member.tenantId}`.as('of_tenant'),
        playerId: sql<string>`${member.id}`.as('of_player'),
        firstVisitAt: sql`${member.firstVisitAt}`.mapWith(member.firstVisitAt).as('first_at'),
        firstDay: sql<string>`(select ${firstDayOf(place)} from ${place}
          where ${place.tenantId} = ${member.tenantId} and ${place.playerId} = ${member.id})`.as('first_day'),
        lastVisitAt: sql`${member.lastVisitAt}`.mapWith(member.lastVisitAt).as('last_at'),
        visits: sql`${member.visits}`.mapWith(Number).as('visit_count'),
        paidFen: sql`${member.paidFen}`.mapWith(Number).as('paid_sum'),
      })
      .from(member)
      .where(isNull(member.joinedTo))
      .as('figure');
  const summed = () =>
    reader
      .select({
        tenantId: sql<string>`${place.tenantId}`.as('of_tenant'),
        playerId: sql<string>`${place.playerId}`.as('of_player'),
        firstVisitAt: sql`min(${place.firstVisitAt})`.mapWith(place.firstVisitAt).as('first_at'),
        firstDay: firstDayOf(place).as('first_day'),
        lastVisitAt: sql`max(${place.lastVisitAt})`.mapWith(place.lastVisitAt).as('last_at'),
        visits: sql`sum(${place.visits})`.mapWith(Number).as('visit_count'),
        paidFen: sql`sum(${place.paidFen})`.mapWith(Number).as('paid_sum'),
      })
      .from(place)
      .where(siteId ? eq(place.siteId, siteId) : undefined)
      .groupBy(place.tenantId, place.playerId)
      .as('figure');
  return siteId || !seesAll(scope) ? summed() : (whole() as unknown as ReturnType<typeof summed>);
}
type Figures = ReturnType<typeof memberFigures>;

const instantText = (at: Date) => sql`${at.toISOString()}::timestamptz`;

/** `segmentOf` for the database. */
export function isIn(figure: Figures, segment: Segment, now: Date): SQL {
  const edges = segmentEdges(now);
  const [newSince, awakeSince, keptSince] = [edges.newSince, edges.awakeSince, edges.keptSince].map(
    instantText,
  );
  const { firstVisitAt, lastVisitAt } = figure;
  switch (segment) {
    case 'lost':
      return sql`${lastVisitAt} < ${keptSince}`;
    case 'sleeping':
      return sql`${lastVisitAt} >= ${keptSince} and ${lastVisitAt} < ${awakeSince}`;
    case 'new':
      return sql`${lastVisitAt} >= ${awakeSince} and ${firstVisitAt} >= ${newSince}`;
    case 'regular':
      return sql`${lastVisitAt} >= ${awakeSince} and ${firstVisitAt} < ${newSince}`;
  }
}

/** A member with who it is: everything but what lies in the books. */
function joinedMembers(reader: Reader, scope: Scope, siteId?: string) {
  const figure = memberFigures(reader, scope, siteId);
  const member = rows(scope, members);
  const level = rows(scope, memberLevels);
  const player = playerView();
  const from = () =>
    reader
      .select({
        tenantId: figure.tenantId,
        playerId: figure.playerId,
        playerName: player.name,
        playerPhoto: player.photo,
        phone: player.phone,
        platform: player.platform,
        ...pick(figure, 'firstVisitAt', 'lastVisitAt', 'visits', 'paidFen'),
        ...pick(member, 'note', 'tags', 'levelId'),
        levelName: level.name,
      })
      .from(figure)
      .innerJoin(member, and(eq(member.tenantId, figure.tenantId), eq(member.id, figure.playerId)))
      .innerJoin(player, eq(player.id, figure.playerId))
      .leftJoin(level, and(eq(level.tenantId, member.tenantId), eq(level.id, member.levelId)));
  return { figure, member, player, from };
}
export type JoinedMember = Awaited<ReturnType<typeof pageMembers>>['records'][number];

export function pageMembers(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof memberCalls.listMembers>,
  now: Date,
) {
  const { figure, member, player, from } = joinedMembers(reader, scope, input.fieldId);
  return pageRows(reader, input, {
    from,
    of: figure,
    filters: {
      // a piece of a number would tell whose it is to anybody who tries all pieces
      word: (word) => (phonePattern.test(word) ? eq(player.phone, word) : search(player.name)(word)),
      segment: (segment) => isIn(figure, segment, now),
      levelId: equals(member.levelId),
      tag: (tag) => arrayContains(member.tags, [tag]),
      fieldId: elsewhere,
      from: since(figure.lastVisitAt as unknown as SQL),
      to: until(figure.lastVisitAt as unknown as SQL),
    },
    sort: {
      lastVisitAt: sql`${figure.lastVisitAt}`,
      firstVisitAt: sql`${figure.firstVisitAt}`,
      paidFen: sql`${figure.paidFen}`,
      visits: sql`${figure.visits}`,
    },
    usual: [sql`${figure.lastVisitAt} desc nulls last`],
    tie: sql`${figure.playerId}`,
  });
}

/** Whom the scope does not reach, nobody has seen there. */
export async function findMembers(
  reader: Reader,
  scope: Scope,
  playerIds: readonly string[],
): Promise<JoinedMember[]> {
  if (playerIds.length === 0) return [];
  const { figure, from } = joinedMembers(reader, scope);
  return from().where(inArray(figure.playerId, [...playerIds]));
}

export const findMember = async (
  reader: Reader,
  scope: Scope,
  playerId: string,
): Promise<JoinedMember | undefined> => (await findMembers(reader, scope, [playerId]))[0];

/** Which of these players are members whom the scope reaches. */
export async function membersAmong(
  reader: Reader,
  scope: Scope,
  playerIds: readonly string[],
): Promise<string[]> {
  if (playerIds.length === 0) return [];
  const figure = memberFigures(reader, scope);
  const found = await reader
    .select({ playerId: figure.playerId })
    .from(figure)
    .where(inArray(figure.playerId, [...playerIds]));
  return found.map(({ playerId }) => playerId);
}

export async function allMembers(reader: Reader, tenantId: string): Promise<string[]> {
  const member = rows(tenantScope(tenantId), members);
  const found = await reader.select({ id: member.id }).from(member).where(isNull(member.joinedTo));
  return found.map(({ id }) => id);
}

/** Site by site, the one of the last visit first. */
export function placesOf(reader: Reader, scope: Scope, playerId: string) {
  const place = rows(scope, memberPlaces);
  const site = siteView(scope);
  return reader
    .select({
      fieldId: place.siteId,
      fieldName: site.name,
      ...pick(place, 'visits', 'paidFen', 'firstVisitAt', 'lastVisitAt'),
    })
    .from(place)
    .leftJoin(site, atSite(site, place))
    .where(eq(place.playerId, playerId))
    .orderBy(sql`${place.lastVisitAt} desc`, place.siteId);
}

export async function tagCounts(reader: Reader, scope: Scope): Promise<{ tag: string; members: number }[]> {
  const { member, figure } = joinedMembers(reader, scope);
  const tag = sql<string>`unnest(${member.tags})`.as('tag');
  return reader
    .select({ tag, members: sql<number>`count(*)::int` })
    .from(member)
    .innerJoin(figure, and(eq(member.tenantId, figure.tenantId), eq(member.id, figure.playerId)))
    .groupBy(sql`tag`)
    .orderBy(sql`count(*) desc`, sql`tag`);
}

const recentDays = 30;

/** Numbers of members at one glance. */
export async function countMembers(reader: Reader, scope: Scope, now: Date, siteId?: string) {
  const figure = memberFigures(reader, scope, siteId);
  const daysAgo = (days: number) => instantText(new Date(now.getTime() - days * dayMs));
  const counted = (where: SQL) => sql<number>`(count(*) filter (where ${where}))::int`;
  const { firstVisitAt, lastVisitAt } = figure;
  const [found] = await reader
    .select({
      members: sql<number>`count(*)::int`,
      joined: counted(sql`${firstVisitAt} >= ${daysAgo(recentDays)}`),
      joinedBefore: counted(
        sql`${firstVisitAt} >= ${daysAgo(2 * recentDays)} and ${firstVisitAt} < ${daysAgo(recentDays)}`,
      ),
      active: counted(sql`${lastVisitAt} >= ${daysAgo(recentDays)}`),
      new: counted(isIn(figure, 'new', now)),
      regular: counted(isIn(figure, 'regular', now)),
      sleeping: counted(isIn(figure, 'sleeping', now)),
      lost: counted(isIn(figure, 'lost', now)),
    })
    .from(figure);
  const counts = found ?? {
    members: 0,
    joined: 0,
    joinedBefore: 0,
    active: 0,
    new: 0,
    regular: 0,
    sleeping: 0,
    lost: 0,
  };
  return { ...counts, segments: segments.map((segment) => ({ segment, members: counts[segment] })) };
}

/** How many came for the first time in each week that begins on one of these Mondays. */
export async function joinedByWeek(
  reader: Reader,
  scope: Scope,
  mondays: readonly string[],
  siteId?: string,
): Promise<Map<string, number>> {
  const figure = memberFigures(reader, scope, siteId);
  const week = sql<string>`${weekOf(figure.firstDay)}::text`;
  const found = await reader
    .select({ week, joined: sql<number>`count(*)::int` })
    .from(figure)
    .where(
      sql`${figure.firstDay} between ${mondays[0]}::date and ${addDays(mondays.at(-1) as string, 6)}::date`,
    )
    .groupBy(week);
  return new Map(found.map((row) => [row.week, row.joined]));
}
