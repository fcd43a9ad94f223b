import { and, eq } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { equals, pageRows, since, until } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { adjustContract } from '../contract/adjust.ts';
import { pointAdjustments } from '../tables.ts';

export function pageAdjustments(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof adjustContract.listAdjustments>,
) {
  const adjustment = rows(scope, pointAdjustments);
  const player = playerView();
  const site = siteView(scope);
  const { id, createdAt, playerId, unit, amount, before, after, reason, userName } = adjustment;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...{ id, createdAt, playerId, unit, amount, before, after, reason, userName },
          playerName: player.name,
          fieldId: adjustment.siteId,
          fieldName: site.name,
        })
        .from(adjustment)
        .leftJoin(player, eq(player.id, adjustment.playerId))
        .leftJoin(site, and(eq(site.tenantId, adjustment.tenantId), eq(site.id, adjustment.siteId)))
        .$dynamic(),
    of: adjustment,
    filters: {
      playerId: equals(playerId),
      fieldId: equals(adjustment.siteId),
      unit: equals(unit),
      from: since(createdAt),
      to: until(createdAt),
    },
    sort: { createdAt, amount },
    usual: { by: 'createdAt', order: 'desc' },
    tie: id,
  });
}
