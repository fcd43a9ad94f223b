import type { VisitDay } from '#features/base/players/server/public.ts';
import { depositorDays } from '#features/selling/coins/server/public.ts';
import { buyerDays } from '#features/selling/orders/server/public.ts';
import type { Reader } from '#kit/server/database.ts';

/** All that these players did at the merchant's sites, day by day: the one source of every figure of a member. */
export async function visitDaysOf(
  reader: Reader,
  tenantId: string,
  playerIds: readonly string[],
): Promise<VisitDay[]> {
  if (playerIds.length === 0) return [];
  const bought = await buyerDays(reader, tenantId, playerIds);
  return [...bought, ...(await depositorDays(reader, tenantId, playerIds))];
}
