import type { Services } from '#kit/server/services.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import { channelOf, noticeUrl } from './channels.ts';
import { collectorOf } from './collecting-account.ts';
import { readPayment } from './payment-queries.ts';
import { changeRefund, type RefundRow } from './refund-queries.ts';
import { reportMismatch } from './report-mismatch.ts';
import { sendOnce } from './send-once.ts';
import { settleRefund } from './settle-refund.ts';
import { isShortage, reportShortage, shortageCode } from './shortage.ts';

/** Sends a refund, or asks for one that was sent; the answer is booked. */
export async function workRefund(services: Services, refund: RefundRow): Promise<void> {
  const channel = channelOf(services, refund.channel as ChannelName);
  const payment = await readPayment(services.db.read, refund.tenantId, refund.paymentId);
  if (!payment) throw new Error(`refund ${refund.id} of no payment`);
  const { outTradeNo } = payment;
  const { outRefundNo } = refund;
  const answer = await sendOnce({
    sentBefore: refund.state === 'sent',
    send: () =>
      channel.refund({
        outTradeNo,
        outRefundNo,
        amountFen: refund.amountFen,
        totalFen: payment.amountFen,
        ...collectorOf(payment),
        reason: refund.reason,
        notifyUrl: noticeUrl(services, channel.name),
      }),
    ask: () => channel.queryRefund({ outTradeNo, outRefundNo, ...collectorOf(payment) }),
  });
  if (isShortage(services, answer, refund.createdAt)) {
    await reportShortage(services, channel.name, payment, () => noteError(services, refund, shortageCode));
    return;
  }
  const settled = await services.db.transaction((tx) => settleRefund(tx, services, refund, answer));
  if (settled === 'settled' || settled === 'repeated') return;
  await reportMismatch(services, payment, {
    about: 'refund',
    mismatch: settled,
    askedFen: refund.amountFen,
    said: answer.state === 'refused' ? {} : { amountFen: answer.amountFen, transactionId: answer.refundId },
    source: 'query',
  });
}

async function noteError(services: Services, refund: RefundRow, error: string): Promise<boolean> {
  if (refund.lastError === error) return false;
  await services.db.transaction((tx) => changeRefund(tx, refund, { lastError: error }));
  return true;
}
