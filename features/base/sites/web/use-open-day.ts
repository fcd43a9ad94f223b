import { openDay } from '../rules/open-day.ts';
import { useOwnSites } from './use-own-sites.ts';

/**
 * The business day that is going on at a site, or at most of the reader's sites: what “today” means on a page about them.
 * Undefined until the sites are known. The platform and agents run no sites: theirs is the usual day.
 */
export function useOpenDay(fieldId?: string | undefined): string | undefined {
  const { sites, isFetched, isEnabled } = useOwnSites();
  return isEnabled && !isFetched ? undefined : openDay(sites, fieldId, new Date());
}
