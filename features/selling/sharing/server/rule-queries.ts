import { asc, isNull } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { pageRows, search } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import type { rulesContract } from '../contract/rules.ts';

/** Every site has a rule, be it that nothing is shared. */
export function pageRuleSites(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof rulesContract.listRules>,
) {
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () => reader.select({ id: site.id, name: site.name }).from(site).$dynamic(),
    where: isNull(site.removedAt),
    filters: { keyword: search(site.name) },
    sort: { fieldName: site.name },
    usual: [asc(site.sort)],
    tie: site.id,
  });
}
