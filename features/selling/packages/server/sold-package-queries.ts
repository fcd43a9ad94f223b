import { and, inArray, isNull, sql } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import type { Page } from '#kit/contract/schemas.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, rows } from '#kit/server/tables.ts';
import { packages } from '../tables.ts';

/** What a package of coins, points or both puts into the player's account. */
export interface PackageContent {
  name: string;
  coins: number;
  points: number;
}

/** As it is sold now; undefined: there is none, or it gives stored value. */
export async function readPackage(
  reader: Reader,
  scope: Scope,
  id: string,
): Promise<PackageContent | undefined> {
  const [found] = await find(reader, scope, packages, { id, removedAt: null });
  if (!found || found.kind === 'stored') return undefined;
  const { name, coins, bonusCoins, points } = found;
  return { name, coins: coins + bonusCoins, points };
}

export interface PackagesAsked {
  current: number;
  size: number;
  sort?: 'name' | undefined;
  order?: 'asc' | 'desc' | undefined;
  name?: string | undefined;
  fieldId?: string | undefined;
}

export interface SoldPackage extends PackageContent {
  id: string;
  fieldName: string | null;
  priceFen: number;
}

/** Packages of sites that give coins or points, for all buyers and times. */
export function soldPackages(reader: Reader, scope: Scope, input: PackagesAsked): Promise<Page<SoldPackage>> {
  const sold = rows(scope, packages);
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(sold, 'id', 'name', 'points', 'priceFen'),
          coins: sql`${sold.coins} + ${sold.bonusCoins}`.mapWith(Number).as('all_coins'),
          fieldName: sql<string | null>`${site.name}`.as('site_name'),
        })
        .from(sold)
        .leftJoin(site, atSite(site, sold)),
    of: sold,
    where: and(isNull(sold.removedAt), isNull(sold.deviceId), inArray(sold.kind, ['coins', 'points'])),
    filters: { name: search(sold.name), fieldId: equals(sold.siteId) },
    sort: { name: sold.name },
    usual: { by: 'name', order: 'asc' },
  });
}
