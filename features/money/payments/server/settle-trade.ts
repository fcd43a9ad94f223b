import { minuteMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { Trade } from '#providers/pay-channel.ts';
import type { Mismatch } from '../contract/disputes.ts';
import { collectingAccount } from './collecting-account.ts';
import { bookPaid } from './create-payment.ts';
import { requestSettlement } from './direct-settlements.ts';
import { takeBeforehand, tell } from './listeners.ts';
import { changePayment, lockPayment, type PaymentRow, viewOf } from './payment-queries.ts';
import { endDispute } from './report-mismatch.ts';
import { later } from './schedule.ts';

export type Settled = 'settled' | 'repeated' | Mismatch;

const currency = 'CNY';

function mismatchOf(payment: PaymentRow, trade: Trade): Mismatch | undefined {
  if (trade.outTradeNo !== payment.outTradeNo) return 'order';
  if (trade.subMerchant !== undefined && trade.subMerchant !== payment.subMerchant) return 'collector';
  if (trade.amountFen !== payment.amountFen) return 'amount';
  if ((trade.currency ?? currency) !== currency) return 'currency';
  if (!trade.transactionId) return 'number';
  if (payment.state === 'paid' && payment.transactionId !== trade.transactionId) return 'number';
  return undefined;
}

/** The platform says it is paid: compared, booked once, told. Money that comes after the closing is booked as well. */
export async function settlePaid(
  tx: Tx,
  services: Services,
  id: Pick<PaymentRow, 'tenantId' | 'id'>,
  trade: Trade,
): Promise<Settled> {
  const payment = await lockPayment(tx, id.tenantId, id.id);
  if (!payment) return 'order';
  const mismatch = mismatchOf(payment, trade);
  if (mismatch) return mismatch;
  if (payment.state === 'paid') return 'repeated';
  const paid = await changePayment(tx, payment, {
    state: 'paid',
    paidAt: trade.paidAt ?? services.clock.now(),
    transactionId: trade.transactionId as string,
    payerId: payment.payerId ?? trade.payerId ?? null,
    nextTryAt: null,
    lastError: null,
  });
  if (payment.disputedAt) await endDispute(tx, payment, services.clock.now());
  const view = viewOf(paid);
  const { tenantId, subject } = view;
  const clearing = collectingAccount(paid, 'clearing');
  await takeBeforehand(tx, services, { tenantId, subject, why: 'paid' }, [clearing, paid.credit]);
  await bookPaid(tx, view, clearing, paid.credit, services.clock.now(), {
    transactionId: view.transactionId,
  });
  await requestSettlement(tx, services, paid);
  await tell(tx, services, 'paid', view);
  return 'settled';
}

/** `known`: the platform itself has closed it. Otherwise a preparation under way may still open it there: look again. */
export async function settleClosed(
  tx: Tx,
  services: Services,
  id: Pick<PaymentRow, 'tenantId' | 'id'>,
  known: boolean,
): Promise<boolean> {
  const payment = await lockPayment(tx, id.tenantId, id.id);
  if (!payment || payment.state === 'paid' || payment.state === 'closed') return false;
  const now = services.clock.now();
  const neverSent = payment.state === 'created';
  const closed = await changePayment(tx, payment, {
    state: 'closed',
    closedAt: now,
    nextTryAt: known || neverSent ? null : later(now, lastLookMs),
    lastError: null,
  });
  await tell(tx, services, 'closed', viewOf(closed));
  return true;
}

const lastLookMs = 10 * minuteMs;
