import { and, eq, inArray, isNull } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing, newestFirst } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import type { Rounding } from '../contract/price-rules.ts';
import { packagesContract } from '../contract.ts';
import { discounts, priceTerms } from '../tables.ts';

export type DiscountRow = RowOf<typeof discounts>;

export const pageDiscounts = listing(packagesContract.listDiscounts, (reader, scope, input) => {
  const discount = rows(scope, discounts);
  const site = siteView(scope);
  const { name, basisPoints, active, fromDay, toDay, hours, createdAt } = discount;
  const term = { active, fromDay, toDay, hours };
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          ...pick(discount, 'id', 'name', 'basisPoints', 'things', 'withLevel'),
          ...term,
          createdAt,
          fieldId: discount.siteId,
          fieldName: site.name,
        })
        .from(discount)
        .leftJoin(site, atSite(site, discount)),
    of: discount,
    where: isNull(discount.removedAt),
    filters: { fieldId: equals(discount.siteId), name: search(name) },
    ...newestFirst(discount),
    sort: { name, basisPoints, createdAt },
  });
});

export const discountsOfSite = (reader: Reader, scope: Scope, siteId: string): Promise<DiscountRow[]> =>
  find(reader, scope, discounts, (columns) => and(eq(columns.siteId, siteId), isNull(columns.removedAt)));

export async function requireDiscounts(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<DiscountRow[]> {
  const wanted = [...new Set(ids)];
  const found = await find(reader, scope, discounts, (columns) =>
    and(inArray(columns.id, wanted), isNull(columns.removedAt)),
  );
  if (found.length < wanted.length) throw missing();
  return found;
}

export async function roundingOf(reader: Reader, scope: Scope, siteId: string): Promise<Rounding> {
  const [found] = await find(reader, scope, priceTerms, { id: siteId });
  return found?.rounding ?? 'fen';
}
