import { invalid } from '#kit/kernel/errors.ts';
import { usualClock } from '#kit/kernel/from-now.ts';
import type { Language } from '#kit/kernel/language.ts';
import type { SiteClock } from '#kit/kernel/site-day.ts';
import type { Reader, Tx } from '#kit/server/database.ts';
import { isTransaction } from '#kit/server/gathered-writes.ts';
import type { Scope } from '#kit/server/scope.ts';
import { businessCategories } from '../data/business-categories.ts';
import { regionLabel } from '../rules/site-rules.ts';
import {
  countAllSites,
  lockSites,
  type SiteRow,
  selectAllSites,
  selectSite,
  selectSiteNames,
} from './site-queries.ts';

export { onSiteDays, provideMachines, provideWorkplaces } from './hub.ts';
export { siteView } from './site-queries.ts';

/** How many sites the scope reaches. */
export const countSites = (reader: Reader, scope: Scope): Promise<number> => countAllSites(reader, scope);

/** Also of removed sites, which past records still name. */
export async function siteNames(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, string>> {
  const found = await selectSiteNames(reader, scope, ids);
  return new Map(found.map(({ id, name }) => [id, name]));
}

/** Refuses ids of sites that are unknown, removed or beyond the scope. */
export async function assertSites(reader: Reader, scope: Scope, ids: readonly string[]): Promise<void> {
  const wanted = new Set(ids);
  const found = await selectSiteNames(reader, scope, [...wanted]);
  if (found.filter((site) => site.removedAt === null).length < wanted.size)
    throw invalid('sites:error.unknownSite');
}

/**
 * Refuses like `assertSites`, and holds the rows until the transaction ends: a site can not be removed while something
 * is put there, and what changes its devices runs in turn.
 */
export async function holdSites(tx: Tx, scope: Scope, ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)];
  const held = await lockSites(tx, scope, wanted);
  if (held.length < wanted.length) throw invalid('sites:error.unknownSite');
}

export type SiteHours = Pick<
  SiteRow,
  'id' | 'tenantId' | 'name' | 'enabled' | 'openingHours' | 'timeZone' | 'dayStart'
>;

/** When sites are open, by id; removed ones and those beyond the scope are absent. */
export async function siteHours(
  reader: Reader,
  scope: Scope,
  ids: readonly string[],
): Promise<Map<string, SiteHours>> {
  const found = ids.length > 0 ? await selectAllSites(reader, scope, ids) : [];
  return new Map(found.map((site) => [site.id, site]));
}

const readInTransaction = new WeakMap<object, Map<string, Promise<SiteRow | undefined>>>();

/** A sale asks several times on which terms and by which clock its site sells: one transaction reads it once. */
function siteOfSale(reader: Reader, scope: Scope, id: string): Promise<SiteRow | undefined> {
  if (!isTransaction(reader)) return selectSite(reader, scope, id);
  const known = readInTransaction.get(reader) ?? new Map<string, Promise<SiteRow | undefined>>();
  readInTransaction.set(reader, known);
  const key = JSON.stringify([scope, id]);
  const found = known.get(key) ?? selectSite(reader, scope, id);
  known.set(key, found);
  return found;
}

/** How a site counts its days; one that is gone, or beyond the scope, counts as most do. */
export async function siteClock(reader: Reader, scope: Scope, id: string): Promise<SiteClock> {
  const { timeZone, dayStart } = (await siteOfSale(reader, scope, id)) ?? usualClock;
  return { timeZone, dayStart };
}

export type SiteTerms = Pick<
  SiteRow,
  'id' | 'tenantId' | 'name' | 'enabled' | 'refundMode' | 'address' | 'contactNumber'
>;

/** On what terms a site sells: whether it is open at all, and how money goes back; undefined when it is gone. */
export const siteTerms = (reader: Reader, scope: Scope, id: string): Promise<SiteTerms | undefined> =>
  siteOfSale(reader, scope, id);

/** Region and street in one, in the reader's language. */
export const fullAddress = (site: Pick<SiteRow, 'regionCode' | 'address'>, language: Language): string =>
  `${regionLabel(site.regionCode, language)} ${site.address}`;

/** Trade and line of business in words; undefined for a code that is no line of business. */
export function businessCategoryName(code: number, language: Language): string | undefined {
  for (const trade of businessCategories(language)) {
    const line = trade.children?.find((child) => child.code === code);
    if (line) return `${trade.name} / ${line.name}`;
  }
  return undefined;
}
