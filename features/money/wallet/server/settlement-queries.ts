import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { pageRows, search } from '#kit/server/page-rows.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import { walletContract } from '../contract.ts';
import { walletSites } from '../tables.ts';

/** Every site that is still there and where it settles to; without a row, to the main wallet. */
export const pageSettlements = listing(walletContract.listSettlements, (reader, tenantId: string, input) => {
  const site = siteView(tenantScope(tenantId));
  const link = rows(tenantScope(tenantId), walletSites);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          fieldId: site.id,
          fieldName: site.name,
          walletId: link.walletId,
          changedAt: link.changedAt,
        })
        .from(site)
        .leftJoin(link, and(eq(link.tenantId, site.tenantId), eq(link.siteId, site.id))),
    where: isNull(site.removedAt),
    filters: { keyword: search(site.name) },
    sort: { name: site.name },
    usual: [desc(site.isDefault), asc(site.sort)],
    tie: site.id,
  });
});

/** Sites that were removed settle nothing any more. */
export async function countSettling(reader: Reader, tenantId: string, walletId: string): Promise<number> {
  const site = siteView(tenantScope(tenantId));
  const link = rows(tenantScope(tenantId), walletSites);
  const settling = reader
    .select({ siteId: link.siteId })
    .from(link)
    .innerJoin(site, atSite(site, link))
    .where(and(eq(link.walletId, walletId), isNull(site.removedAt)))
    .as('settling');
  return reader.$count(settling);
}
