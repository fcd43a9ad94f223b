import { readBalances } from '#features/money/ledger/server/public.ts';
import type { OrderListener } from '#features/selling/orders/server/public.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import { pointsFor } from '../rules/earn-rules.ts';
import { pointOrders } from '../tables.ts';
import { accountOf } from './holders.ts';

/** Points that an order earned go back with its money; what of them is spent already becomes a debt. */
export const tellOfPoints: NonNullable<OrderListener['refundBesides']> = async (
  reader,
  { tenantId, id, playerId, siteId },
  { keptAfter },
  say,
) => {
  if (!playerId || !siteId) return undefined;
  const [earned] = await find(reader, tenantScope(tenantId), pointOrders, { orderId: id });
  const points = earned ? earned.points - pointsFor(earned.unit, keptAfter, earned.rate) : 0;
  if (points <= 0) return undefined;
  const [purse] = await readBalances(reader, [accountOf({ tenantId, playerId, siteId, unit: 'point' })]);
  const debt = Math.max(0, points - Math.max(0, purse?.available ?? 0));
  return {
    tells: [
      say('points:refund.takenBack', { points }),
      ...(debt > 0 ? [say('points:refund.debt', { debt })] : []),
    ],
  };
};
