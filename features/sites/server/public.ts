import { invalid } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import type { Scope } from '#kit/server/scope.ts';
import { countAllSites, selectSiteNames } from './queries.ts';

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
