import { eq } from 'drizzle-orm';
import { workplaceView } from '#features/base/accounts/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import { atSite, listing } from '#kit/server/listing.ts';
import { elsewhere, pageRows } from '#kit/server/page-rows.ts';
import { franchiseesContract } from '../contract/franchisees.ts';

/** The stores of a franchisee that the caller sees too. */
export const pageStores = listing(franchiseesContract.franchiseeStores, (reader, scope, input) => {
  const link = workplaceView(scope);
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ id: site.id, name: site.name })
        .from(link)
        .innerJoin(site, atSite(site, link))
        .$dynamic(),
    where: eq(link.userId, input.id),
    filters: { id: elsewhere },
    sort: { name: site.name },
    usual: { by: 'name', order: 'asc' },
    tie: site.id,
  });
});
