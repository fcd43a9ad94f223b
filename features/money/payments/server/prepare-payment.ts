import { conflict, invalid, missing, unavailable } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import { minuteMs, secondMs } from '#kit/kernel/time.ts';
import type { Services } from '#kit/server/services.ts';
import {
  type ChannelName,
  ChannelRefused,
  ChannelUnavailable,
  type PayChannel,
  type PayScene,
  type Prepared,
} from '#providers/pay-channel.ts';
import { askTrade, closeTrade } from './ask-trade.ts';
import { channelOf, noticeUrl } from './channels.ts';
import { collectorOf } from './collecting-account.ts';
import { changePayment, lockPayment, type PaymentRow } from './payment-queries.ts';
import { later } from './schedule.ts';

/** WeChat forgets a preparation after two hours. */
const preparedForMs = 110 * minuteMs;
const firstLookMs = 20 * secondMs;

function refuseEnded(payment: PaymentRow, now: Date): void {
  if (payment.state === 'paid') throw conflict('payments:error.alreadyPaid');
  if (payment.state === 'closed' || payment.expiresAt <= now) throw conflict('payments:error.closed');
}

const firstLook = (payment: PaymentRow, now: Date) =>
  payment.expiresAt < later(now, firstLookMs) ? payment.expiresAt : later(now, firstLookMs);

/**
 * Talks to the platform, after the caller's commit. Asked again it gives the same answer while that is valid. The row is
 * marked first: from then on the platform may know of it, whatever becomes of the answer.
 */
export async function preparePayment(
  services: Services,
  tenantId: string,
  paymentId: string,
): Promise<Prepared> {
  const payment = await services.db.transaction(async (tx) => {
    const now = services.clock.now();
    const row = await lockPayment(tx, tenantId, paymentId);
    if (!row || row.channel === 'counter') throw missing();
    refuseEnded(row, now);
    if (isPrepared(row, now)) return row;
    return changePayment(tx, row, { state: 'waiting', prepared: null, nextTryAt: firstLook(row, now) });
  });
  if (payment.prepared) return payment.prepared;
  const channel = channelOf(services, payment.channel as ChannelName);
  const prepared = await askForPreparation(services, channel, payment);
  const stillOpen = await services.db.transaction(async (tx) => {
    const now = services.clock.now();
    const row = await lockPayment(tx, tenantId, paymentId);
    if (row?.state !== 'waiting') return false;
    await changePayment(tx, row, { prepared, preparedAt: now, nextTryAt: firstLook(row, now) });
    return true;
  });
  if (stillOpen) return prepared;
  // it was ended meanwhile: nobody may pay what is closed here
  await closeTrade(services, channel, payment).catch((error: unknown) =>
    services.log.warn({ err: error, paymentId }, 'a payment was prepared while it was closed'),
  );
  throw conflict('payments:error.closed');
}

const isPrepared = (row: PaymentRow, now: Date) =>
  row.prepared !== null && row.preparedAt !== null && later(row.preparedAt, preparedForMs) > now;

async function askForPreparation(
  services: Services,
  channel: PayChannel,
  payment: PaymentRow,
): Promise<Prepared> {
  try {
    return await channel.prepare({
      ...pick(payment, 'outTradeNo', 'amountFen', 'description'),
      scene: payment.scene as PayScene,
      ...(payment.payerId && { payerId: payment.payerId }),
      notifyUrl: noticeUrl(services, channel.name),
      ...(payment.returnUrl && { returnUrl: payment.returnUrl }),
      expiresAt: payment.expiresAt,
      profitSharing: payment.profitSharing,
      ...collectorOf(payment),
    });
  } catch (error) {
    if (error instanceof ChannelUnavailable) throw unavailable('payments:error.channelDown');
    if (!(error instanceof ChannelRefused)) throw error;
    services.log.warn({ err: error, paymentId: payment.id, code: error.code }, 'a payment was not prepared');
    if (error.code === 'paid') {
      await askTrade(services, channel, payment);
      throw conflict('payments:error.alreadyPaid');
    }
    if (error.code === 'closed') throw conflict('payments:error.closed');
    throw invalid('payments:error.refused', { code: error.code });
  }
}
