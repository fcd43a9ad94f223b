import { counterAccount, type TransferRequest } from '#features/money/ledger/server/public.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert } from '#kit/server/tables.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import { payments } from '../tables.ts';
import { noticeUrl } from './channels.ts';
import { collectingAccount, collectorOf } from './collecting-account.ts';
import { askedRow, bookPaid, cashRow, movementOf } from './create-payment.ts';
import { lockPayment, outNumber, type PaymentRow, viewOf } from './payment-queries.ts';
import { lockRefund } from './refund-queries.ts';
import { settleRefund } from './settle-refund.ts';
import type { CounterRequest, Payment, PaymentRequest } from './types.ts';

export type PastPayment = (PaymentRequest | CounterRequest) & { paidAt: Date };

/**
 * For demo data: payments of earlier days, known to the simulated platforms, so that they can be refunded and shared like
 * any other. What they move is the caller's to post, among what else moved in those days. Listeners are not told: demo
 * data is written before features start.
 */
export async function seedPaidPayments(
  tx: Tx,
  services: Services,
  requests: readonly PastPayment[],
): Promise<{ payment: Payment; movement: TransferRequest }[]> {
  const rows = requests.map((request) =>
    'user' in request ? cashRow(request, request.paidAt) : paidRow(services, request),
  );
  const written = new Map<string, PaymentRow>();
  const byTenant = Map.groupBy(rows.keys(), (place) => (requests[place] as PastPayment).tenantId);
  for (const [tenantId, places] of byTenant)
    for (const row of await insert(
      tx,
      tenantScope(tenantId),
      payments,
      places.map((place) => rows[place] as (typeof rows)[number]),
    ))
      written.set(row.id, row);
  return rows.map(({ id }, place) => {
    const request = requests[place] as PastPayment;
    const payment = viewOf(written.get(id) as PaymentRow);
    const [from, note] =
      'user' in request
        ? [counterAccount(request.tenantId), { userId: request.user.id, userName: request.user.name }]
        : [collectingAccount(payment, 'clearing'), { transactionId: payment.transactionId }];
    return { payment, movement: movementOf(payment, from, request.credit, request.paidAt, note) };
  });
}

/** The same of one, booked. */
export async function seedPaidPayment(
  tx: Tx,
  services: Services,
  request: PaymentRequest & { paidAt: Date },
): Promise<Payment> {
  const [seeded] = await seedPaidPayments(tx, services, [request]);
  const { payment } = seeded as { payment: Payment };
  const note = { transactionId: payment.transactionId };
  await bookPaid(tx, payment, collectingAccount(payment, 'clearing'), request.credit, request.paidAt, note);
  return payment;
}

function paidRow(services: Services, request: PaymentRequest & { paidAt: Date }) {
  const row = askedRow(request, request.paidAt, null);
  return {
    ...row,
    state: 'paid' as const,
    paidAt: request.paidAt,
    transactionId: rememberAtPlatform(services, row.id, request),
    nextTryAt: null,
  };
}

/** No notice is sent: there is nobody to hear it yet, and what it would say is written already. */
function rememberAtPlatform(
  services: Services,
  id: string,
  request: PaymentRequest & { paidAt: Date },
): string {
  const name: ChannelName = request.channel;
  const outTradeNo = outNumber(id);
  return (
    services.demoPay[name]?.control.rememberPaid({
      outTradeNo,
      amountFen: request.amountFen,
      description: request.description,
      openId: request.payerId ?? '',
      notifyUrl: noticeUrl(services, name),
      profitSharing: request.profitSharing,
      paidAt: request.paidAt.toISOString(),
    }) ?? outTradeNo
  );
}

/** For demo data too: a refund of earlier days that the platform knows of and has returned. */
export async function seedRefundDone(
  tx: Tx,
  services: Services,
  refund: { tenantId: string; id: string },
): Promise<void> {
  const row = await lockRefund(tx, refund);
  const payment = await lockPayment(tx, row.tenantId, row.paymentId);
  if (!payment || row.channel === 'counter') return;
  const client = services.channels[row.channel];
  if (client && services.demoPay[row.channel]) {
    services.demoPay[row.channel]?.control.loseNotices(1);
    await client.refund({
      outTradeNo: payment.outTradeNo,
      outRefundNo: row.outRefundNo,
      amountFen: row.amountFen,
      totalFen: payment.amountFen,
      reason: row.reason,
      notifyUrl: noticeUrl(services, row.channel),
      ...collectorOf(payment),
    });
  }
  await settleRefund(tx, services, row, { outRefundNo: row.outRefundNo, state: 'done' });
}
