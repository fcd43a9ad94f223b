import { eq, sql } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { adjustContract } from '../contract/adjust.ts';
import { ticketCodes } from '../tables.ts';

export function pageCodes(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof adjustContract.listTicketCodes>,
  now: Date,
) {
  const code = rows(scope, ticketCodes);
  const site = siteView(scope);
  const player = playerView();
  const state = sql<string>`case when ${code.claimedAt} is not null then 'claimed'
    when ${code.revokedAt} is not null then 'revoked'
    when ${code.expiresAt} > ${now.toISOString()}::timestamptz then 'open' else 'expired' end`;
  const { id, createdAt, tickets, reason, userName, expiresAt, revokedAt, playerId, claimedAt } = code;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, tickets, reason, userName, expiresAt, revokedAt, playerId, claimedAt },
          playerName: player.name,
          fieldId: code.siteId,
          fieldName: site.name,
        })
        .from(code)
        .leftJoin(site, atSite(site, code))
        .leftJoin(player, eq(player.id, code.playerId)),
    of: code,
    filters: { fieldId: equals(code.siteId), state: equals(state) },
    ...newestFirst(code),
  });
}
