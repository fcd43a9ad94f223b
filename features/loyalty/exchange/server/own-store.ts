import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { readShop } from './price-wish.ts';

const storePath = '/subIntegralStore';

/** Our page of a shop's points store, while it is open. */
export async function ownStoreOf(
  reader: Reader,
  { tenantId, siteId }: { tenantId: string; siteId: string },
): Promise<string | null> {
  const { site, store, setting } = await readShop(reader, siteId, tenantScope(tenantId));
  return store && setting.open && site.enabled
    ? `${storePath}?${new URLSearchParams({ fieldId: siteId })}`
    : null;
}
