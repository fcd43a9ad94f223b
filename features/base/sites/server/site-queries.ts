import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import { pick } from '#kit/kernel/pick.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { listing } from '#kit/server/listing.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, type RowOf, rows } from '#kit/server/tables.ts';
import { sitesContract } from '../contract.ts';
import { districtsWithin } from '../rules/site-rules.ts';
import { sites } from '../tables.ts';

export type SiteRow = RowOf<typeof sites>;

/** The default site first, then as staff put them. */
const usualOrder = (site: ColumnsOf<typeof sites>) => [desc(site.isDefault), asc(site.sort)];

export const pageSites = listing(sitesContract.listSites, (reader, scope, input) => {
  const site = rows(scope, sites);
  return pageRows(reader, input, {
    from: () => reader.select().from(site),
    where: isNull(site.removedAt),
    filters: {
      name: search(site.name, site.address),
      type: equals(site.type),
      regionCode: (code) => inArray(site.regionCode, districtsWithin(code)),
      ifEnable: (state) => eq(site.enabled, state === 1),
    },
    sort: { sort: site.sort, name: site.name, createdAt: site.createdAt },
    usual: usualOrder(site),
    tie: site.id,
  });
});

export async function selectAllSites(
  reader: Reader,
  scope: Scope,
  ids?: readonly string[],
): Promise<SiteRow[]> {
  const site = rows(scope, sites);
  return reader
    .select()
    .from(site)
    .where(and(isNull(site.removedAt), ids ? inArray(site.id, [...ids]) : undefined))
    .orderBy(...usualOrder(site), asc(site.id));
}

export async function selectSite(reader: Reader, scope: Scope, id: string): Promise<SiteRow | undefined> {
  const [found] = await find(reader, scope, sites, { id, removedAt: null });
  return found;
}

/** Held until the transaction ends, so that what was decided about the rows stays true. */
export const lockSites = (tx: Tx, scope: Scope, ids: readonly string[]): Promise<SiteRow[]> =>
  find(tx, scope, sites, (site) => and(isNull(site.removedAt), inArray(site.id, [...ids])), 'update');

/** Players name a site without its tenant. */
export const selectPublicSite = (reader: Reader, id: string) => selectSite(reader, platformScope, id);

/** What other features may join of a site; removed ones too, which past records still name. */
export function siteView(scope: Scope) {
  const site = rows(scope, sites);
  return new QueryBuilder()
    .select({
      ...pick(site, 'tenantId', 'id', 'name', 'type', 'regionCode', 'address', 'latitude', 'longitude'),
      ...pick(site, 'photo', 'contactNumber', 'openingHours', 'timeZone', 'dayStart', 'enabled', 'isDefault'),
      ...pick(site, 'sort', 'removedAt'),
    })
    .from(site)
    .as('site');
}

export async function selectSiteNames(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<{ id: string; name: string; removedAt: Date | null }[]> {
  if (ids.length === 0) return [];
  const site = rows(scope, sites);
  return reader
    .select({ id: site.id, name: site.name, removedAt: site.removedAt })
    .from(site)
    .where(inArray(site.id, [...ids]));
}

export async function countAllSites(reader: Reader, scope: Scope): Promise<number> {
  const site = rows(scope, sites);
  return reader.$count(site, isNull(site.removedAt));
}

/** Changes of the default run one after another per tenant: the flag moves between two rows. */
export async function lockDefault(tx: Tx, tenantId: string): Promise<void> {
  await holdName(tx, 'default site', tenantId);
}
