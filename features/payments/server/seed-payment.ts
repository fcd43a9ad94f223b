import { minuteMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChannelName } from '#providers/pay-channel.ts';
import { noticeUrl } from './channels.ts';
import { collectingAccount, collectorOf } from './collecting-account.ts';
import { bookPaid, createPayment } from './create-payment.ts';
import { changePayment, lockPayment, viewOf } from './payment-queries.ts';
import { lockRefund } from './refund-queries.ts';
import { later } from './schedule.ts';
import { settleRefund } from './settle-refund.ts';
import type { Payment, PaymentRequest } from './types.ts';

/**
 * For demo data: a payment of earlier days, booked here and known to the simulated platform, so that it can be refunded
 * and shared like any other. Listeners are not told: demo data is written before features start.
 */
export async function seedPaidPayment(
  tx: Tx,
  services: Services,
  request: PaymentRequest & { paidAt: Date },
): Promise<Payment> {
  const created = await createPayment(tx, services, request);
  const transactionId = await payAtPlatform(services, created, request);
  const paid = viewOf(
    await changePayment(tx, created, {
      state: 'paid',
      createdAt: request.paidAt,
      paidAt: request.paidAt,
      transactionId,
      nextTryAt: null,
    }),
  );
  await bookPaid(tx, paid, collectingAccount(paid, 'clearing'), request.credit, request.paidAt, {
    transactionId,
  });
  return paid;
}

const sheetOpenMs = 15 * minuteMs;

/** Its notice is lost on purpose: there is nobody to hear it yet, and what it says is written already. */
async function payAtPlatform(
  services: Services,
  { outTradeNo, subMerchant }: Payment,
  request: PaymentRequest,
): Promise<string> {
  const name: ChannelName = request.channel;
  const client = services.channels[name];
  const { demoPay } = services;
  if (!client || !demoPay[name]) return outTradeNo;
  await client.prepare({
    outTradeNo,
    amountFen: request.amountFen,
    description: request.description,
    scene: request.scene,
    ...(request.payerId && { payerId: request.payerId }),
    notifyUrl: noticeUrl(services, name),
    expiresAt: later(services.clock.now(), sheetOpenMs),
    profitSharing: request.profitSharing,
    ...collectorOf({ subMerchant }),
  });
  demoPay[name].control.loseNotices(1);
  const payer = { openId: request.payerId ?? '' };
  if (name === 'alipay') return demoPay.alipay?.control.pay(outTradeNo, payer).tradeNo ?? outTradeNo;
  return demoPay.wechat?.control.pay(outTradeNo, payer).transactionId ?? outTradeNo;
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
