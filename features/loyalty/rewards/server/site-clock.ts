import { type SiteHours, siteHours } from '#features/base/sites/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Reader } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';

/** The shop a player looks at, with how it counts its days; one that is gone or shut down is missing. */
export async function openShop(reader: Reader, siteId: string): Promise<SiteHours> {
  const site = (await siteHours(reader, platformScope, [siteId])).get(siteId);
  if (!site?.enabled) throw missing('rewards:error.noShop');
  return site;
}
