import { eq } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { daysThere } from '#features/machines/devices/server/public.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { rows } from '#kit/server/tables.ts';
import { adjustContract } from '../contract/adjust.ts';
import { pointAdjustments } from '../tables.ts';

export const pageAdjustments = listing(adjustContract.listAdjustments, (reader, scope, input) => {
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
        .leftJoin(site, atSite(site, adjustment)),
    of: adjustment,
    filters: {
      playerId: equals(playerId),
      fieldId: equals(adjustment.siteId),
      unit: equals(unit),
      ...daysThere(adjustment),
    },
    ...newestFirst(adjustment),
    sort: { createdAt, amount },
  });
});
