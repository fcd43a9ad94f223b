import { ordersContract } from '#features/selling/orders/contract.ts';
import { sumDeviceIncome } from '#features/selling/orders/server/public.ts';
import { businessDay } from '#kit/kernel/time.ts';
import type { StaffContext } from '#kit/server/context.ts';
import { mayUse } from '#kit/server/session.ts';
import { coinsContract } from '../contract.ts';
import { sumDeviceCash } from './cash-queries.ts';

/** What machines take is told by both. */
export const maySeeIncome = (session: StaffContext['session']): boolean =>
  [ordersContract.readIncomeByDay, coinsContract.offlineIncome].every(
    ({ access }) => typeof access === 'object' && mayUse(session, access),
  );

/** What machines took in some days, by orders and in cash; null for whoever may not see income. */
async function machineIncome(
  { db, session }: Pick<StaffContext, 'db' | 'session'>,
  deviceIds: readonly string[],
  days: { from: string; to: string },
): Promise<Map<string, number> | null> {
  if (!maySeeIncome(session)) return null;
  const asked = { deviceIds, ...days };
  const [ofOrders, cash] = await Promise.all([
    sumDeviceIncome(db.read, session.scope, asked),
    sumDeviceCash(db.read, session.scope, asked),
  ]);
  return new Map(deviceIds.map((id) => [id, (ofOrders.get(id) ?? 0) + (cash.get(id) ?? 0)]));
}

/** The same of today. Handed to the list of machines, which does not know money. */
export function readTakings(context: StaffContext, deviceIds: readonly string[]) {
  const today = businessDay(context.clock.now());
  return machineIncome(context, deviceIds, { from: today, to: today });
}
