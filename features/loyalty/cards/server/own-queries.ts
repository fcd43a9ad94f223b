import { eq } from 'drizzle-orm';
import { tenantView } from '#features/base/accounts/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import { findOwn, ownRows } from '#kit/server/player-tables.ts';
import { type PlayerScope, platformScope } from '#kit/server/scope.ts';
import { ownCalls } from '../contract/own.ts';
import { benefitCards, cardGrants, cardUses } from '../tables.ts';
import type { GrantRow } from './card-queries.ts';

function ownCards(reader: Reader, scope: PlayerScope) {
  const card = ownRows(scope, benefitCards);
  const tenant = tenantView(platformScope);
  const site = siteView(platformScope);
  return {
    card,
    from: () =>
      reader
        .select({
          ...pick(card, 'tenantId', 'id', 'createdAt', 'typeId', 'name', 'image'),
          merchantName: tenant.name,
          fieldId: card.siteId,
          fieldName: site.name,
          ...pick(card, 'terms', 'days', 'expiresAt', 'endedAt'),
          timeZone: site.timeZone,
          dayStart: site.dayStart,
        })
        .from(card)
        .innerJoin(tenant, eq(tenant.id, card.tenantId))
        .innerJoin(site, atSite(site, card)),
  };
}
export type OwnCardRow = Awaited<ReturnType<ReturnType<typeof ownCards>['from']>>[number];

export const pageOwnCards = listing(ownCalls.listOwnCards, (reader, scope: PlayerScope, input) => {
  const { card, from } = ownCards(reader, scope);
  return pageRows(reader, input, {
    from,
    of: card,
    filters: {},
    ...newestFirst(card),
  });
});

export async function findOwnCard(
  reader: Reader,
  scope: PlayerScope,
  id: string,
): Promise<OwnCardRow | undefined> {
  const { card, from } = ownCards(reader, scope);
  const [found] = await from().where(eq(card.id, id));
  return found;
}

/** The last that was paid or given for a card and still counts. */
export async function newestGrant(
  reader: Reader,
  scope: PlayerScope,
  cardId: string,
): Promise<GrantRow | undefined> {
  const found = await findOwn(reader, scope, cardGrants, { cardId, endedAt: null });
  return found.sort((a, b) => (b.givenAt?.getTime() ?? 0) - (a.givenAt?.getTime() ?? 0))[0];
}

export const pageUses = listing(ownCalls.listCardUses, (reader, scope: PlayerScope, input) => {
  const use = ownRows(scope, cardUses);
  const site = siteView(platformScope);
  const { id, usedAt, unit, amount, givenBack } = use;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ id, usedAt, unit, amount, givenBack, fieldName: site.name })
        .from(use)
        .innerJoin(site, atSite(site, use)),
    of: use,
    filters: { id: equals(use.cardId) },
    sort: { usedAt: use.usedAt },
    usual: { by: 'usedAt', order: 'desc' },
  });
});
