import { and, asc, eq, inArray } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import { listing } from '#kit/server/listing.ts';
import { equals, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { find, type RowOf, rows } from '#kit/server/tables.ts';
import { cashCalls } from '../contract/cash.ts';
import type { NoteBonus } from '../contract/price-rules.ts';
import { cashPackages } from '../tables.ts';

export const pageCashPackages = listing(cashCalls.listCashPackages, (reader, scope, input) => {
  const cash = rows(scope, cashPackages);
  const site = siteView(scope);
  const { id, yuan, bonusCoins, createdAt, siteId } = cash;
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ id, yuan, bonusCoins, createdAt, fieldId: siteId, fieldName: site.name })
        .from(cash)
        .leftJoin(site, and(eq(site.tenantId, cash.tenantId), eq(site.id, siteId))),
    of: cash,
    filters: { fieldId: equals(siteId) },
    sort: { yuan, createdAt },
    usual: [asc(site.name), asc(yuan)],
    tie: id,
  });
});

export function bonusesOfSite(reader: Reader, scope: Scope, siteId: string): Promise<NoteBonus[]> {
  const cash = rows(scope, cashPackages);
  return reader
    .select({ yuan: cash.yuan, bonusCoins: cash.bonusCoins })
    .from(cash)
    .where(eq(cash.siteId, siteId))
    .orderBy(asc(cash.yuan));
}

export async function requireCashPackages(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<RowOf<typeof cashPackages>[]> {
  const wanted = [...new Set(ids)];
  const found = await find(reader, scope, cashPackages, (columns) => inArray(columns.id, wanted));
  if (found.length < wanted.length) throw missing();
  return found;
}
