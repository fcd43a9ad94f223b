import { sendSystemMessage } from '#features/content/server/public.ts';
import { clearing } from '#features/wallet/server/public.ts';
import { minuteMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, tenantTopic } from '#kit/server/outbox.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChannelName, Trade } from '#providers/pay-channel.ts';
import { bookPaid } from './create-payment.ts';
import { tell } from './listeners.ts';
import { changePayment, lockPayment, type PaymentRow, viewOf } from './payment-rows.ts';
import { later } from './schedule.ts';

/** Why a true message of the platform does not fit the payment it names. */
export type Mismatch = 'amount' | 'currency' | 'number' | 'order';

export type Settled = 'settled' | 'repeated' | Mismatch;

const currency = 'CNY';

function mismatchOf(payment: PaymentRow, trade: Trade): Mismatch | undefined {
  if (trade.outTradeNo !== payment.outTradeNo) return 'order';
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
  const view = viewOf(paid);
  await bookPaid(tx, view, clearing(paid.channel as ChannelName), paid.credit, services.clock.now(), {
    transactionId: view.transactionId,
  });
  await tell(tx, services, 'paid', view);
  await emitChange(tx, paid);
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
  await emitChange(tx, closed);
  return true;
}

const lastLookMs = 10 * minuteMs;

async function emitChange(tx: Tx, payment: PaymentRow): Promise<void> {
  await emit(tx, tenantTopic(payment.tenantId), 'payment.changed', {
    id: payment.id,
    state: payment.state,
    subjectKind: payment.subjectKind,
    subjectId: payment.subjectId,
  });
}

/** Told once, however often the platform repeats itself. */
export async function reportMismatch(
  services: Services,
  id: Pick<PaymentRow, 'tenantId' | 'id'>,
  mismatch: Mismatch,
): Promise<void> {
  services.log.error(
    { paymentId: id.id, mismatch },
    'a payment platform reports something else than was asked',
  );
  await services.db.transaction(async (tx) => {
    const payment = await lockPayment(tx, id.tenantId, id.id);
    if (!payment || payment.lastError === mismatch) return;
    await changePayment(tx, payment, { lastError: mismatch });
    await sendSystemMessage(tx, services.texts, {
      audience: { kind: 'realm', realm: 'platform' },
      titleKey: 'payments:message.mismatchTitle',
      bodyKey: `payments:message.mismatch.${mismatch}`,
      params: { number: payment.outTradeNo },
      level: 'warning',
      link: '/payment_platforms',
    });
  });
}
