import { and, eq, gte, sql } from 'drizzle-orm';
import { findPlayer } from '#features/base/players/server/public.ts';
import { buyerView, playedView } from '#features/selling/orders/server/public.ts';
import { siteDay, startOfSiteDay } from '#kit/kernel/site-day.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { firstDay } from '../rules/task-rules.ts';
import { rewardGuests } from '../tables.ts';
import { missingFen } from './refunded-claims.ts';
import type { Doer, TaskRow } from './task-doer.ts';

/** From when on something counts: the beginning of the period there, never before there was the task. */
function sinceOf(task: TaskRow, { site, now }: Doer): Date {
  const first = firstDay(task.period, siteDay(site, now));
  const start = first === undefined ? task.createdAt : startOfSiteDay(site, first);
  return start > task.createdAt ? start : task.createdAt;
}

async function plays(reader: Reader, { playerId, site }: Doer, since: Date): Promise<number> {
  const played = playedView(tenantScope(site.tenantId), site.id);
  const [found] = await reader
    .select({ number: sql`coalesce(sum(${played.plays}), 0)`.mapWith(Number) })
    .from(played)
    .where(and(eq(played.playerId, playerId), sql`${played.at} >= ${since.toISOString()}::timestamptz`));
  return found?.number ?? 0;
}

async function spentFen(reader: Reader, { playerId, site }: Doer, since: Date): Promise<number> {
  const bought = buyerView(tenantScope(site.tenantId), since);
  const [found] = await reader
    .select({ fen: sql`coalesce(sum(${bought.paidFen}), 0)`.mapWith(Number) })
    .from(bought)
    .where(and(eq(bought.playerId, playerId), eq(bought.siteId, site.id)));
  return found?.fen ?? 0;
}

/** Different people who came by the player's links to this shop. */
async function guests(reader: Reader, { playerId, site }: Doer, since: Date): Promise<number> {
  const guest = rows(tenantScope(site.tenantId), rewardGuests);
  const [found] = await reader
    .select({ number: sql`count(distinct ${guest.guestId})`.mapWith(Number) })
    .from(guest)
    .where(and(eq(guest.playerId, playerId), eq(guest.siteId, site.id), gte(guest.createdAt, since)));
  return found?.number ?? 0;
}

/** Of them: whom the merchant did not know, and who have paid for something since. */
async function invited(reader: Reader, { playerId, site }: Doer, since: Date): Promise<number> {
  const scope = tenantScope(site.tenantId);
  const guest = rows(scope, rewardGuests);
  const bought = buyerView(scope, since);
  const [found] = await reader
    .select({ number: sql`count(distinct ${guest.guestId})`.mapWith(Number) })
    .from(guest)
    .innerJoin(bought, eq(bought.playerId, guest.guestId))
    .where(
      and(
        eq(guest.playerId, playerId),
        eq(guest.siteId, site.id),
        guest.invited,
        gte(guest.createdAt, since),
        sql`${bought.paidFen} > 0`,
      ),
    );
  return found?.number ?? 0;
}

async function hasProfile(reader: Reader, playerId: string): Promise<boolean> {
  const player = await findPlayer(reader, playerId);
  return Boolean(player?.name && player.phone && player.birthday);
}

async function reachedBy(reader: Reader, task: TaskRow, doer: Doer): Promise<number> {
  const since = sinceOf(task, doer);
  switch (task.kind) {
    case 'signIn':
      return 1;
    case 'play':
      return plays(reader, doer, since);
    case 'spend':
      return spentFen(reader, doer, since);
    case 'share':
      return guests(reader, doer, since);
    case 'invite':
      return invited(reader, doer, since);
    case 'profile':
      return (await hasProfile(reader, doer.playerId)) ? 1 : 0;
  }
}

export interface Progress {
  /** plays, fen, people; one where it is done or not */
  progress: number;
  /** fen that come first, because of refunds after earlier claims */
  missing: number;
}

/** How far a player is with a task. */
export async function progressOf(reader: Reader, task: TaskRow, doer: Doer): Promise<Progress> {
  const [reached, missing] = await Promise.all([
    reachedBy(reader, task, doer),
    missingFen(reader, task, doer),
  ]);
  return { progress: Math.max(0, reached - missing), missing };
}
