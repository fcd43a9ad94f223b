import { readShop } from '#features/loyalty/handover/server/public.ts';
import type { Reader } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';

const storePath = '/subIntegralStore';

/** Our page of a shop's points store, while it is open. */
export async function ownStoreOf(
  reader: Reader,
  { tenantId, siteId }: { tenantId: string; siteId: string },
): Promise<string | null> {
  const { open } = await readShop(reader, siteId, tenantScope(tenantId));
  return open ? `${storePath}?${new URLSearchParams({ fieldId: siteId })}` : null;
}
