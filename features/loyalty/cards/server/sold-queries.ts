import { and, eq, gt, isNotNull, isNull, lte, type SQL, sql } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { daysThere } from '#features/machines/devices/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, rows } from '#kit/server/tables.ts';
import type { CardState, soldCalls } from '../contract/sold.ts';
import { benefitCards, cardGrants } from '../tables.ts';
import type { GrantRow } from './card-queries.ts';

type Grants = ColumnsOf<typeof cardGrants>;
type Cards = ColumnsOf<typeof benefitCards>;

function isState(grant: Grants, card: Cards, state: CardState, now: Date): SQL | undefined {
  const living = and(isNull(grant.endedAt), isNull(card.endedAt));
  switch (state) {
    case 'waiting':
      return and(living, isNull(card.expiresAt));
    case 'valid':
      return and(living, gt(card.expiresAt, now));
    case 'expired':
      return and(living, lte(card.expiresAt, now));
    case 'ended':
      return sql`(${grant.endedAt} is not null or ${card.endedAt} is not null)`;
  }
}

export function pageSold(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof soldCalls.listSoldCards>,
  now: Date,
) {
  const grant = rows(scope, cardGrants);
  const card = rows(scope, benefitCards);
  const player = playerView();
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: grant.id,
          createdAt: grant.createdAt,
          cardId: card.id,
          name: grant.name,
          playerId: grant.playerId,
          playerName: player.name,
          fieldId: grant.siteId,
          fieldName: site.name,
          source: grant.source,
          priceFen: grant.priceFen,
          refundFen: sql<
            number | null
          >`case when ${grant.endedAt} is null then null else ${grant.refundFen} end`,
          days: grant.days,
          coins: grant.coins,
          expiresAt: card.expiresAt,
          ...pick(grant, 'orderNumber', 'reason', 'userName'),
          grantEndedAt: grant.endedAt,
          cardEndedAt: card.endedAt,
        })
        .from(grant)
        .innerJoin(card, and(eq(card.tenantId, grant.tenantId), eq(card.id, grant.cardId)))
        .innerJoin(player, eq(player.id, grant.playerId))
        .leftJoin(site, atSite(site, grant)),
    where: isNotNull(grant.givenAt),
    filters: {
      name: search(grant.name, player.name),
      typeId: equals(grant.typeId),
      playerId: equals(grant.playerId),
      fieldId: equals(grant.siteId),
      source: equals(grant.source),
      state: (state) => isState(grant, card, state, now),
      ...daysThere(grant),
    },
    ...newestFirst(grant),
    sort: { createdAt: grant.createdAt, expiresAt: card.expiresAt },
  });
}

/** What was given for a card, with the card; only of what was delivered. */
export async function findGrant(reader: Reader, scope: Scope, id: string): Promise<GrantRow | undefined> {
  const [found] = await find(reader, scope, cardGrants, { id });
  return found?.givenAt ? found : undefined;
}
