import { worthOf } from '#features/money/allowance/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find } from '#kit/server/tables.ts';
import { isForSite, leastWorthFen, rightsInAll } from '../rules/terms-rules.ts';
import { cardPackages, cardTypes } from '../tables.ts';

/**
 * What giving one of these cards away is worth: all plays or coins that may be had by it, or what it is sold for,
 * whichever is more. Undefined where there is no such card.
 */
export async function cardWorth(
  reader: Reader,
  services: Services,
  tenantId: string,
  typeId: string,
): Promise<{ name: string; worthFen: number; holdsAt: (siteId: string) => boolean } | undefined> {
  const scope = tenantScope(tenantId);
  const [type] = await find(reader, scope, cardTypes, { id: typeId, removedAt: null });
  if (!type) return undefined;
  const { plays, coins } = rightsInAll(type.terms);
  const [sold, rights] = await Promise.all([
    find(reader, scope, cardPackages, { typeId, removedAt: null }),
    worthOf(reader, services, { play: plays, coin: coins }, tenantId),
  ]);
  const worthFen = Math.max(
    leastWorthFen(type.terms),
    rights,
    type.priceFen,
    ...sold.map(({ priceFen }) => priceFen),
  );
  return { name: type.name, worthFen, holdsAt: (siteId) => isForSite(type.terms, siteId) };
}
