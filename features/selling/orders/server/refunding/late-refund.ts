import { type LateRefund, lateRefunds } from '#features/money/payments/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import { refundableAmount } from '../../rules/refund-amounts.ts';
import { lockOrder, readRefunds } from '../order-queries.ts';
import { subjectKind } from '../order-types.ts';
import { refundLocked, refusalOf } from './refund-order.ts';

/**
 * The platform returned what it had refused. The order learns of it at once or, while another refund of it is under way,
 * when that has ended: so nothing is given back twice because nobody knew. What does not fit any more (it was asked for
 * again and returned twice, or a machine is at it again) stays with the party that bore it, and people were told.
 */
export async function takeLateRefunds(
  tx: Tx,
  services: Services,
  { tenantId, subject }: Pick<LateRefund, 'tenantId' | 'subject'>,
): Promise<void> {
  if (subject.kind !== subjectKind) return;
  let order = await lockOrder(tx, tenantId, subject.id);
  const failed = (await readRefunds(tx, tenantId, order.id)).filter(({ state }) => state === 'failed');
  const late = await lateRefunds(
    tx,
    tenantId,
    failed.flatMap(({ paymentRefundId }) => paymentRefundId ?? []),
  );
  for (const { paymentRefundId, amount } of failed) {
    if (!paymentRefundId || !late.has(paymentRefundId)) continue;
    if (refusalOf(order) !== undefined || refundableAmount(order) < amount) continue;
    const refunded = await refundLocked(tx, services, order, {
      amount,
      reason: 'orders:reason.returnedLate',
      automatic: true,
      late: paymentRefundId,
    });
    order = refunded.order;
  }
}
