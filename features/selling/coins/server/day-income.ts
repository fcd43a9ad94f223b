import { incomeToday } from '#features/selling/figures/server/public.ts';
import { ordersContract } from '#features/selling/orders/contract.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { mayUse } from '#kit/server/session.ts';
import { coinsContract } from '../contract.ts';

/** What machines take is told by both. */
export const maySeeIncome = (session: StaffContext['session']): boolean =>
  [ordersContract.readIncomeByDay, coinsContract.offlineIncome].every(
    ({ access }) => typeof access === 'object' && mayUse(session, access),
  );

/**
 * What machines took on the day that is going on where they stand, by orders and in cash; null for who may not see
 * income. Handed to the list of machines, which does not know money.
 */
export async function readTakings(
  { db, session, clock }: StaffContext,
  deviceIds: readonly string[],
): Promise<Map<string, number> | null> {
  if (!maySeeIncome(session)) return null;
  const told = await incomeToday(db.read, session.scope, { at: clock.now(), deviceIds, by: 'device' });
  return new Map(deviceIds.map((id) => [id, told.get(id)?.incomeFen ?? 0]));
}
