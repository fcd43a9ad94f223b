import { and, eq } from 'drizzle-orm';
import { siteView } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { elsewhere, pageRows } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { franchiseesContract } from '../contract/franchisees.ts';
import { accountSites } from '../tables.ts';

/** The stores of a franchisee that the caller sees too. */
export function pageStores(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof franchiseesContract.franchiseeStores>,
) {
  const link = rows(scope, accountSites);
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({ id: site.id, name: site.name })
        .from(link)
        .innerJoin(site, and(eq(site.tenantId, link.tenantId), eq(site.id, link.siteId)))
        .$dynamic(),
    where: eq(link.userId, input.id),
    filters: { id: elsewhere },
    sort: { name: site.name },
    usual: { by: 'name', order: 'asc' },
    tie: site.id,
  });
}
