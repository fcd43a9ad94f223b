import { siteHours } from '#features/base/sites/server/public.ts';
import { usualClock } from '#kit/kernel/from-now.ts';
import type { Reader } from '#kit/server/database.ts';
import { type Scope, tenantScope } from '#kit/server/scope.ts';
import type { OpeningTimes } from '../rules/opening-rules.ts';

/** Of a site that is gone. */
const always: OpeningTimes = { ...usualClock, openingHours: [] };

/** When sites are open, for as many as a page shows. */
export async function timesOf(
  reader: Reader,
  scope: Scope,
  siteIds: readonly string[],
): Promise<(siteId: string) => OpeningTimes> {
  const hours = await siteHours(reader, scope, [...new Set(siteIds)]);
  return (siteId) => hours.get(siteId) ?? always;
}

export const timesAt = async (
  reader: Reader,
  { tenantId, siteId }: { tenantId: string; siteId: string },
): Promise<OpeningTimes> => (await timesOf(reader, tenantScope(tenantId), [siteId]))(siteId);
