import { asc, isNull } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import { listing } from '#kit/server/listing.ts';
import { pageRows, search } from '#kit/server/page-rows.ts';
import { rulesContract } from '../contract/rules.ts';

/** Every site has a rule, be it that nothing is shared. */
export const pageRuleSites = listing(rulesContract.listRules, (reader, scope, input) => {
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () => reader.select({ id: site.id, name: site.name }).from(site),
    where: isNull(site.removedAt),
    filters: { keyword: search(site.name) },
    sort: { fieldName: site.name },
    usual: [asc(site.sort)],
    tie: site.id,
  });
});
