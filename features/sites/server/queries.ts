import { and, asc, count, desc, eq, ilike, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { likePattern, orderBy } from '#kit/server/paging.ts';
import { platformScope, type Scope } from '#kit/server/scope.ts';
import { find, rows, type TenantTable } from '#kit/server/tables.ts';
import type { sitesContract } from '../contract.ts';
import { sites } from '../tables.ts';
import { districtsWithin } from './site-rules.ts';

type Sites = typeof sites extends TenantTable<infer T> ? T : never;
export type SiteRow = Sites['$inferSelect'];
type ListInput = ParsedInputOf<typeof sitesContract.listSites>;

function matching(site: Sites, input: ListInput): SQL | undefined {
  const pattern = input.name ? likePattern(input.name) : undefined;
  return and(
    isNull(site.removedAt),
    pattern ? or(ilike(site.name, pattern), ilike(site.address, pattern)) : undefined,
    input.type ? eq(site.type, input.type) : undefined,
    input.regionCode ? inArray(site.regionCode, districtsWithin(input.regionCode)) : undefined,
    input.ifEnable === undefined ? undefined : eq(site.enabled, input.ifEnable === 1),
  );
}

export async function selectSites(
  reader: Reader,
  scope: Scope,
  input: ListInput,
  window: { limit: number; offset: number },
): Promise<SiteRow[]> {
  const site = rows(scope, sites);
  const order = input.sort
    ? orderBy(
        input,
        { sort: site.sort, name: site.name, createdAt: site.createdAt },
        { sort: 'sort', order: 'asc' },
        site.id,
      )
    : usualOrder(site);
  return reader
    .select()
    .from(site)
    .where(matching(site, input))
    .orderBy(...order)
    .limit(window.limit)
    .offset(window.offset);
}

export async function countMatchingSites(reader: Reader, scope: Scope, input: ListInput): Promise<number> {
  const site = rows(scope, sites);
  const [found] = await reader.select({ total: count() }).from(site).where(matching(site, input));
  return found?.total ?? 0;
}

const usualOrder = (site: Sites) => [desc(site.isDefault), asc(site.sort), asc(site.id)];

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
    .orderBy(...usualOrder(site));
}

export async function selectSite(reader: Reader, scope: Scope, id: string): Promise<SiteRow | undefined> {
  const [found] = await find(reader, scope, sites, { id, removedAt: null });
  return found;
}

/** Held until the transaction ends, so that what was decided about the rows stays true. */
export async function lockSites(tx: Tx, scope: Scope, ids: readonly string[]): Promise<SiteRow[]> {
  const site = rows(scope, sites);
  return tx
    .select()
    .from(site)
    .where(and(isNull(site.removedAt), inArray(site.id, [...ids])))
    .orderBy(asc(site.id))
    .for('update');
}

/** Players name a site without its tenant. */
export const selectPublicSite = (reader: Reader, id: string) => selectSite(reader, platformScope, id);

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
  const [found] = await reader.select({ total: count() }).from(site).where(isNull(site.removedAt));
  return found?.total ?? 0;
}

/** Changes of the default run one after another per tenant: the flag moves between two rows. */
export async function lockDefault(tx: Tx, tenantId: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`site_default:${tenantId}`}, 0))`);
}
