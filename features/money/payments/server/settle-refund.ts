import { postTransfers, reverseTransfer } from '#features/money/ledger/server/public.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChannelRefund } from '#providers/pay-channel.ts';
import { collectingAccount } from './collecting-account.ts';
import { bearLateRefund, originOf } from './late-refunds.ts';
import { takeBeforehand, tell } from './listeners.ts';
import { changePayment, lockPayment, subjectOf } from './payment-queries.ts';
import { changeRefund, lockRefund, type RefundRow } from './refund-queries.ts';
import { type Refusal, reasonText } from './send-once.ts';
import type { Settled } from './settle-trade.ts';
import type { RefundEnd } from './types.ts';

/** What the platform says of a refund; ended ones stay ended. */
export async function settleRefund(
  tx: Tx,
  services: Services,
  id: Pick<RefundRow, 'tenantId' | 'id'>,
  answer: ChannelRefund | Refusal,
): Promise<Settled> {
  const refund = await lockRefund(tx, id);
  if (answer.state !== 'refused') {
    if (answer.outRefundNo !== refund.outRefundNo) return 'order';
    if (answer.amountFen !== undefined && answer.amountFen !== refund.amountFen) return 'amount';
  }
  if (refund.state === 'failed' && answer.state === 'done') return bearLateRefund(tx, services, refund);
  if (refund.state === 'done' || refund.state === 'failed') return 'repeated';
  switch (answer.state) {
    case 'done':
      await endRefund(tx, services, refund, 'done', null, answer.refundId);
      return 'settled';
    case 'closed':
    case 'abnormal':
      await endRefund(tx, services, refund, 'failed', answer.state, answer.refundId);
      return 'settled';
    case 'refused':
      await endRefund(tx, services, refund, 'failed', answer.message || answer.code);
      return 'settled';
    case 'processing':
      await changeRefund(tx, refund, { refundId: answer.refundId ?? refund.refundId, lastError: null });
      return 'settled';
    case 'absent':
      return 'repeated';
  }
}

async function endRefund(
  tx: Tx,
  services: Services,
  refund: RefundRow,
  state: 'done' | 'failed',
  reason: string | null,
  refundId?: string,
): Promise<void> {
  const origin = await originOf(tx, refund);
  const subject = subjectOf(refund);
  const why = state === 'done' ? 'refundDone' : 'refundFailed';
  const refunding = collectingAccount(origin, 'refunding');
  const clearing = collectingAccount(origin, 'clearing');
  const own = state === 'done' ? [refunding, clearing] : [refunding];
  await takeBeforehand(tx, services, { tenantId: refund.tenantId, subject, why }, own);
  // after the owner took its own rows: a transaction that requests a refund holds those first, the payment second, accounts last
  const payment = await lockPayment(tx, refund.tenantId, refund.paymentId);
  if (!payment) throw new Error(`refund ${refund.id} of no payment`);
  if (state === 'done')
    await postTransfers(tx, [
      {
        key: `refund-done:${refund.id}`,
        tenantId: refund.tenantId,
        kind: 'refund-done',
        legs: [
          { account: refunding, amount: -refund.amountFen },
          { account: clearing, amount: refund.amountFen },
        ],
        subject,
        at: services.clock.now(),
      },
    ]);
  else
    await reverseTransfer(
      tx,
      { id: refund.transferId, tenantId: refund.tenantId },
      { key: `refund-failed:${refund.id}`, kind: 'refund-failed', at: services.clock.now() },
    );
  const failure = reason === null ? null : reasonText(reason);
  await changeRefund(tx, refund, {
    state,
    failure,
    refundId: refundId ?? refund.refundId,
    endedAt: services.clock.now(),
    nextTryAt: null,
    lastError: null,
  });
  const end: RefundEnd = {
    ...pick(refund, 'id', 'tenantId', 'paymentId'),
    subject,
    amountFen: refund.amountFen,
    state,
    reason: failure,
  };
  await tell(tx, services, 'refundEnded', end);
  if (state === 'failed')
    await changePayment(tx, payment, { refundedFen: payment.refundedFen - refund.amountFen });
  await tell(tx, services, 'refundBooked', end);
}
