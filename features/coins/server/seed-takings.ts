import { listSettled } from '#features/orders/server/public.ts';
import { findPayments } from '#features/payments/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { insertHandover, updateTakings } from './cashier-queries.ts';
import { hearCashTaken } from './hear-takings.ts';

/** Demo orders are made before anybody listens: this hears of their cash, and takes over what is older than a day. */
export async function seedTakings(
  tx: Tx,
  tenantId: string,
  siteIds: readonly string[],
  cashier: { id: string; name: string },
  now: Date,
): Promise<void> {
  const handedOver: { id: string; userId: string; userName: string; amountFen: number }[] = [];
  for (const siteId of siteIds) {
    const sold = await listSettled(tx, tenantScope(tenantId), {
      siteId,
      settledFrom: new Date(now.getTime() - 30 * dayMs),
      settledTo: now,
      limit: 200,
    });
    for (const order of sold.filter(
      ({ payWay, refundedAmount }) => payWay === 'counter' && !refundedAmount,
    )) {
      const [payment] = await findPayments(tx, tenantId, { kind: 'order', id: order.id });
      if (!payment || !order.userId) continue;
      await hearCashTaken(tx, payment, now);
      if (now.getTime() - (payment.paidAt ?? now).getTime() > dayMs)
        handedOver.push({
          id: payment.id,
          userId: order.userId,
          userName: order.userName ?? '',
          amountFen: payment.amountFen,
        });
    }
  }
  for (const takings of Map.groupBy(handedOver, ({ userId }) => userId).values()) {
    const [{ userId, userName }] = takings as [(typeof handedOver)[number]];
    const at = new Date(now.getTime() - dayMs);
    const id = newId(at.getTime());
    const expectedFen = takings.reduce((sum, { amountFen }) => sum + amountFen, 0);
    await insertHandover(tx, tenantId, {
      id,
      createdAt: at,
      userId,
      userName,
      cashierId: cashier.id,
      cashierName: cashier.name,
      takings: takings.length,
      expectedFen,
      countedFen: expectedFen,
    });
    await updateTakings(
      tx,
      tenantId,
      takings.map((taking) => taking.id),
      { state: 'confirmed', handoverId: id },
    );
  }
}
