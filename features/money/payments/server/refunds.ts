import { counterAccount, type Leg, postTransfers } from '#features/money/ledger/server/public.ts';
import { conflict, invalid, missing } from '#kit/kernel/errors.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import { paymentRefunds } from '../tables.ts';
import { collectingAccount } from './collecting-account.ts';
import { tell } from './listeners.ts';
import { changePayment, lockPayment, outNumber, type PaymentRow } from './payment-queries.ts';
import { readRefundByKey } from './refund-queries.ts';
import { wakeWorkers } from './schedule.ts';
import { reasonText } from './send-once.ts';
import type { RefundRequest } from './types.ts';

function checkDebits({ key, amountFen, debits }: RefundRequest): void {
  const sum = debits.reduce((total, { amount }) => total + amount, 0);
  if (sum !== -amountFen || debits.some(({ amount }) => amount >= 0))
    throw new RangeError(`refund ${key}: debits of ${sum} for ${amountFen}`);
}

/**
 * In the caller's transaction: locks the payment, refuses what goes above it, moves the debits and writes the row; it
 * leaves after commit and is tried until the platform has answered. Cash goes straight back to the till: 'done'.
 */
export async function requestRefund(
  tx: Tx,
  services: Services,
  request: RefundRequest,
): Promise<{ id: string; state: 'requested' | 'done' }> {
  if (!Number.isSafeInteger(request.amountFen) || request.amountFen <= 0)
    throw invalid('payments:error.amount');
  checkDebits(request);
  const payment = await lockPayment(tx, request.tenantId, request.paymentId);
  if (!payment) throw missing();
  const earlier = await readRefundByKey(tx, request.tenantId, request.key);
  if (earlier) {
    if (earlier.paymentId !== request.paymentId || earlier.amountFen !== request.amountFen)
      throw conflict('payments:error.keyReused');
    return { id: earlier.id, state: earlier.state === 'done' ? 'done' : 'requested' };
  }
  if (payment.state !== 'paid') throw conflict('payments:error.notPaid');
  if (payment.refundedFen + request.amountFen > payment.amountFen)
    throw conflict('payments:error.refundTooHigh');
  return writeRefund(tx, services, payment, request);
}

async function writeRefund(tx: Tx, services: Services, payment: PaymentRow, request: RefundRequest) {
  const id = newId();
  const now = services.clock.now();
  const { channel } = payment;
  const target =
    channel === 'counter' ? counterAccount(payment.tenantId) : collectingAccount(payment, 'refunding');
  const legs: Leg[] = [...request.debits, { account: target, amount: request.amountFen }];
  const [transfer] = await postTransfers(tx, [
    {
      key: `refund:${id}`,
      tenantId: payment.tenantId,
      kind: 'refund',
      legs,
      subject: request.subject,
      note: { paymentId: payment.id, channel },
      at: now,
    },
  ]);
  const atOnce = channel === 'counter';
  await insert(tx, tenantScope(payment.tenantId), paymentRefunds, {
    id,
    createdAt: now,
    paymentId: payment.id,
    key: request.key,
    subjectKind: request.subject.kind,
    subjectId: request.subject.id,
    channel,
    amountFen: request.amountFen,
    reason: reasonText(request.reason),
    outRefundNo: outNumber(id),
    state: atOnce ? 'done' : 'requested',
    transferId: transfer?.id as string,
    endedAt: atOnce ? now : null,
    nextTryAt: atOnce ? null : now,
  });
  await changePayment(tx, payment, { refundedFen: payment.refundedFen + request.amountFen });
  if (atOnce)
    await tell(tx, services, 'cashReturned', {
      id,
      tenantId: payment.tenantId,
      paymentId: payment.id,
      subject: request.subject,
      amountFen: request.amountFen,
    });
  else await wakeWorkers(tx);
  return { id, state: atOnce ? ('done' as const) : ('requested' as const) };
}
