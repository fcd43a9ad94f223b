import { inArray, sql } from 'drizzle-orm';
import { takeVisitors, type VisitDay } from '#features/base/players/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, siteTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, type RowOf } from '#kit/server/tables.ts';
import { memberChanged } from '../contract/members.ts';
import { members } from '../tables.ts';
import { liftMembers } from './follow-levels.ts';
import { followBonuses } from './level-bonuses.ts';
import { visitDaysOf } from './visit-days.ts';

export type MemberRow = RowOf<typeof members>;

export interface Figures {
  firstVisitAt: Date;
  lastVisitAt: Date;
  visits: number;
  paidFen: number;
  topUpFen: number;
}

const earlier = (a: Date, b: Date) => (a < b ? a : b);
const later = (a: Date, b: Date) => (a > b ? a : b);

/** Undefined of no days. Buying and depositing on one day at one site is one visit. */
export function figuresOf(days: readonly VisitDay[]): Figures | undefined {
  const [first] = days;
  if (!first) return undefined;
  return {
    firstVisitAt: days.reduce((at, { firstAt }) => earlier(at, firstAt), first.firstAt),
    lastVisitAt: days.reduce((at, { lastAt }) => later(at, lastAt), first.lastAt),
    visits: new Set(days.map(({ siteId, day }) => `${siteId} ${day}`)).size,
    paidFen: days.reduce((sum, { paidFen }) => sum + paidFen, 0),
    topUpFen: days.reduce((most, { topUpFen }) => Math.max(most, topUpFen), 0),
  };
}

/**
 * Members are locked merchant by merchant, within one in the order of their ids, and all of them before any
 * account: somebody who is joined while figures are worked out then waits, and nobody waits for each other.
 */
export async function takeMembers(tx: Tx, tenantId: string, playerIds: readonly string[]): Promise<void> {
  await tx.execute(sql`
    select from member where tenant_id = ${tenantId} and id = any(${`{${playerIds.join(',')}}`}::uuid[])
    order by id for update`);
}

/**
 * The rows are taken before anything is read: of two that look at the same member the second sees what the first saw,
 * and more.
 */
async function holdMembers(tx: Tx, tenantId: string, playerIds: readonly string[]): Promise<MemberRow[]> {
  const sorted = [...playerIds].sort();
  await tx.execute(sql`
    insert into member (tenant_id, id)
    select ${tenantId}, unnest(${`{${sorted.join(',')}}`}::uuid[]) on conflict do nothing`);
  await takeMembers(tx, tenantId, sorted);
  const held = await find(tx, tenantScope(tenantId), members, ({ id }) => inArray(id, sorted));
  return held.filter(({ joinedTo }) => joinedTo === null);
}

async function writePlaces(tx: Tx, tenantId: string, days: readonly VisitDay[]): Promise<void> {
  const places = [...Map.groupBy(days, ({ playerId, siteId }) => `${playerId} ${siteId}`).values()].map(
    (own) => ({ playerId: own[0]?.playerId, siteId: own[0]?.siteId, ...figuresOf(own) }),
  );
  await tx.execute(sql`
    insert into member_place (tenant_id, player_id, site_id, first_visit_at, last_visit_at, visits, paid_fen)
    select ${tenantId}, "playerId", "siteId", "firstVisitAt", "lastVisitAt", visits, "paidFen"
    from json_to_recordset(${JSON.stringify(places)}::json) as place (
      "playerId" uuid, "siteId" uuid, "firstVisitAt" timestamptz, "lastVisitAt" timestamptz, visits int,
      "paidFen" bigint)
    on conflict (tenant_id, player_id, site_id) do update set first_visit_at = excluded.first_visit_at,
      last_visit_at = excluded.last_visit_at, visits = excluded.visits, paid_fen = excluded.paid_fen`);
}

/** What is less than before went back: whether a level is still earned is judged again. */
async function writeFigures(
  tx: Tx,
  tenantId: string,
  byPlayer: ReadonlyMap<string, VisitDay[]>,
  now: Date,
): Promise<void> {
  const figures = [...byPlayer].map(([id, days]) => ({ id, ...figuresOf(days) }));
  await tx.execute(sql`
    update member m set first_visit_at = f."firstVisitAt", last_visit_at = f."lastVisitAt", visits = f.visits,
      paid_fen = f."paidFen", top_up_fen = f."topUpFen",
      level_until = case when m.level_id is not null and f."paidFen" < m.paid_fen
        then ${now.toISOString()}::timestamptz else m.level_until end
    from json_to_recordset(${JSON.stringify(figures)}::json) as f (
      id uuid, "firstVisitAt" timestamptz, "lastVisitAt" timestamptz, visits int, "paidFen" bigint, "topUpFen" bigint)
    where m.tenant_id = ${tenantId} and m.id = f.id`);
}

/** Works out the figures of some members again. A day never ceases to have been one: rows of sites only change. */
export async function refreshMembers(
  tx: Tx,
  tenantId: string,
  playerIds: readonly string[],
  now: Date,
): Promise<void> {
  const held = await holdMembers(tx, tenantId, playerIds);
  const days = await visitDaysOf(
    tx,
    tenantId,
    held.map(({ id }) => id),
  );
  const byPlayer = Map.groupBy(days, ({ playerId }) => playerId);
  await writePlaces(tx, tenantId, days);
  await writeFigures(tx, tenantId, byPlayer, now);
  await liftMembers(tx, held, byPlayer, now);
  await followBonuses(tx, held, byPlayer, now);
  await emit(tx, siteTopic(tenantId, ...days.map(({ siteId }) => siteId)), memberChanged, {});
}

const perTurn = 200;

interface Joined {
  playerId: string;
  joinedTo: string;
}
const isJoined = <V extends { joinedTo: string | null }>(visitor: V): visitor is V & { joinedTo: string } =>
  visitor.joinedTo !== null;

/** Who came for the first time after being joined is a member too, or splitting would not find him. */
async function rememberJoined(tx: Tx, tenantId: string, pairs: readonly Joined[]): Promise<void> {
  if (pairs.length === 0) return;
  const rows = JSON.stringify(pairs.map(({ playerId, joinedTo }) => ({ id: playerId, joined_to: joinedTo })));
  await tx.execute(sql`
    insert into member (tenant_id, id, joined_to)
    select ${tenantId}, id, joined_to from json_to_recordset(${rows}::json) as r (id uuid, joined_to uuid)
    order by id on conflict do nothing`);
}

/** Everybody of whom something became known since; true when there may be more. */
export async function refreshDue(tx: Tx, now: Date): Promise<boolean> {
  const { visitors, marks } = await takeVisitors(tx, perTurn);
  const byTenant = [...Map.groupBy(visitors, (visitor) => visitor.tenantId)].sort(([one], [other]) =>
    one < other ? -1 : 1,
  );
  const own = new Map(
    byTenant.map(([tenantId, some]) => [
      tenantId,
      [...new Set(some.map(({ playerId, joinedTo }) => joinedTo ?? playerId))],
    ]),
  );
  for (const [tenantId, some] of byTenant) await rememberJoined(tx, tenantId, some.filter(isJoined));
  // a level that is reached takes accounts
  for (const [tenantId, ids] of own) await holdMembers(tx, tenantId, ids);
  for (const [tenantId, ids] of own) await refreshMembers(tx, tenantId, ids, now);
  return marks === perTurn;
}

export const followVisitors = ({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<boolean> =>
  db.transaction((tx) => refreshDue(tx, clock.now()));
