import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { reverseTransfer } from '#features/money/ledger/server/public.ts';
import type { RefundEnd } from '#features/money/payments/server/public.ts';
import { feeParts } from '#features/money/wallet/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { after, manualMs, mostRefundTries, refundAgainMs } from '../../rules/deadlines.ts';
import type { OrderEvent } from '../../rules/order-states.ts';
import { keptAmount, refundableAmount, undeliveredAmount } from '../../rules/refund-amounts.ts';
import { moveOrder } from '../move-order.ts';
import { lockOrder, readRefunds, updateRefund } from '../order-queries.ts';
import { type OrderRow, type RefundRow, subjectKind } from '../order-types.ts';
import { fulfilmentOf, registryOf, tellGivenUp } from '../registry.ts';

/** Where an order stands of which something is left. */
function resumed(order: OrderRow): OrderEvent {
  if (order.fulfilledAmount === 0) return 'resumePaid';
  return order.fulfilledAmount === order.paidAmount ? 'resumeFulfilled' : 'resumePartly';
}

export async function returned(
  tx: Tx,
  services: Services,
  order: OrderRow,
  refund: RefundRow,
): Promise<OrderRow> {
  const now = services.clock.now();
  await updateRefund(tx, refund, { state: 'done', endedAt: now });
  const whole = refundableAmount(order) === 0;
  const owed = undeliveredAmount(order) > 0;
  const moved = moveOrder(
    tx,
    services,
    order,
    whole ? 'returned' : resumed(order),
    {
      deadlineAt: owed ? after(now, manualMs) : null,
      ...(!owed && order.faultState === 'unsolved' && { faultState: 'resolved' as const }),
    },
    { data: { amount: refund.amount, refunded: true } },
  );
  if (whole) await tellGivenUp(tx, services, moved);
  return moved;
}

/** The platform has confirmed, or will not; in the transaction that books its answer. */
export async function hearRefundEnded(tx: Tx, services: Services, end: RefundEnd): Promise<void> {
  if (end.subject.kind !== subjectKind) return;
  const order = await lockOrder(tx, end.tenantId, end.subject.id);
  const refunds = await readRefunds(tx, end.tenantId, order.id);
  const refund = refunds.find(({ paymentRefundId }) => paymentRefundId === end.id);
  if (refund?.state !== 'requested') return;
  if (end.state === 'done') await returned(tx, services, order, refund);
  else {
    const failures = refunds.filter(({ state }) => state === 'failed').length + 1;
    await refused(tx, services, order, refund, { failure: end.reason, failures });
  }
}

/** The platform's part was given back to us; what the others had given back is theirs again. */
async function refused(
  tx: Tx,
  services: Services,
  order: OrderRow,
  refund: RefundRow,
  { failure, failures }: { failure: string | null; failures: number },
): Promise<void> {
  const now = services.clock.now();
  if (refund.feeTransferId)
    await reverseTransfer(
      tx,
      { id: refund.feeTransferId, tenantId: order.tenantId },
      { key: `refund-fee-failed:${refund.id}`, kind: 'refund-failed', at: now },
    );
  await updateRefund(tx, refund, { state: 'failed', endedAt: now, failure });
  const amounts = { ...order, refundedAmount: order.refundedAmount - refund.amount };
  if (refund.delivered > 0) {
    await fulfilmentOf(services, order.fulfilment.name).refundFailed?.(
      tx,
      order,
      refund.delivered,
      refund.id,
    );
    if (order.unit === 'fen' && order.settlesTo === 'earnings')
      for (const listener of registryOf(services).listeners)
        await listener.refundFailed?.(tx, order, {
          id: refund.id,
          amountFen: refund.delivered,
          keptAfterFen: keptAmount(amounts),
        });
  }
  const owed = undeliveredAmount(amounts) > 0;
  const again = owed && failures < mostRefundTries;
  if (owed && !again)
    await sendSystemMessage(tx, services.texts, {
      audience: { kind: 'tenant', tenantId: order.tenantId },
      titleKey: 'orders:message.refundLeftTitle',
      bodyKey: 'orders:message.refundLeft',
      params: { number: order.number, times: failures },
      level: 'warning',
      link: '/fault_order',
    });
  moveOrder(
    tx,
    services,
    order,
    resumed(order),
    {
      refundedAmount: amounts.refundedAmount,
      feeFen: feeParts(keptAmount(amounts), order.feeLadder).totalFen,
      fault: 'refundFailed',
      faultState: 'unsolved',
      deadlineAt: again ? after(now, refundAgainMs) : null,
    },
    { data: { amount: refund.amount, failure } },
  );
}
