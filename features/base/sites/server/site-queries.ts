import { and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { QueryBuilder } from 'drizzle-orm/pg-core';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { holdName } from '#kit/server/hold-names.ts';
import { equals, pageRows, search } from '#kit/server/page-rows.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { type ColumnsOf, find, type RowOf, rows } from '#kit/server/tables.ts';
import type { sitesContract } from '../contract.ts';
import { districtsWithin } from '../rules/site-rules.ts';
import { sites } from '../tables.ts';

export type SiteRow = RowOf<typeof sites>;

/** The default site first, then as staff put them. */
const usualOrder = (site: ColumnsOf<typeof sites>) => [desc(site.isDefault), asc(site.sort)];

export function pageSites(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof sitesContract.listSites>,
) {
  const site = rows(scope, sites);
  return pageRows(reader, input, {
    from: () => reader.select().from(site).$dynamic(),
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
}

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
      tenantId: site.tenantId,
      id: site.id,
      name: site.name,
      type: site.type,
      regionCode: site.regionCode,
      address: site.address,
      latitude: site.latitude,
      longitude: site.longitude,
      photo: site.photo,
      contactNumber: site.contactNumber,
      openingHours: site.openingHours,
      timeZone: site.timeZone,
      dayStart: site.dayStart,
      enabled: site.enabled,
      isDefault: site.isDefault,
      sort: site.sort,
      removedAt: site.removedAt,
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
