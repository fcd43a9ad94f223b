import { and, eq, gt, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, rows } from '#kit/server/tables.ts';
import type { FreePlayState, freePlayCalls } from '../contract/free-plays.ts';
import { freePlays } from '../tables.ts';

type FreePlays = ColumnsOf<typeof freePlays>;

function isState(play: FreePlays, state: FreePlayState, now: Date): SQL | undefined {
  const open = and(isNull(play.revokedAt), sql`${play.used} < ${play.plays}`);
  switch (state) {
    case 'open':
      return and(open, gt(play.expiresAt, now));
    case 'expired':
      return and(open, lte(play.expiresAt, now));
    case 'used':
      return sql`${play.used} = ${play.plays}`;
    case 'revoked':
      return and(sql`${play.revokedAt} is not null`, sql`${play.used} < ${play.plays}`);
  }
}

export function pageFreePlays(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof freePlayCalls.listFreePlays>,
  now: Date,
) {
  const play = rows(scope, freePlays);
  const player = playerView();
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(play, 'id', 'createdAt', 'playerId'),
          playerName: player.name,
          fieldId: play.siteId,
          fieldName: site.name,
          ...pick(play, 'plays', 'used', 'reason', 'userName', 'expiresAt', 'revokedAt'),
        })
        .from(play)
        .innerJoin(player, eq(player.id, play.playerId))
        .leftJoin(site, atSite(site, play)),
    of: play,
    filters: {
      playerId: equals(play.playerId),
      fieldId: equals(play.siteId),
      state: (state) => isState(play, state, now),
    },
    ...newestFirst(play),
    sort: { createdAt: play.createdAt, expiresAt: play.expiresAt },
  });
}

/** Plays that are left to the player, with all merchants. */
export async function countHeld(reader: Reader, playerId: string, now: Date): Promise<number> {
  const play = rows(platformScope, freePlays);
  const [found] = await reader
    .select({ plays: sql`coalesce(sum(${play.plays} - ${play.used}), 0)`.mapWith(Number) })
    .from(play)
    .where(and(eq(play.playerId, playerId), isNull(play.revokedAt), gt(play.expiresAt, now)));
  return found?.plays ?? 0;
}
