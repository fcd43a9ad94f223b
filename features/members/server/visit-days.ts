import { depositorDays } from '#features/coins/server/public.ts';
import { buyerDays } from '#features/orders/server/public.ts';
import type { VisitDay } from '#features/players/server/public.ts';
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
