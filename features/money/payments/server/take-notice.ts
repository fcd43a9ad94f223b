import { sql } from 'drizzle-orm';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { ChannelName, Notice } from '#providers/pay-channel.ts';
import type { Mismatch } from '../contract/disputes.ts';
import { paymentNotices } from '../tables.ts';
import { outNumber, type PaymentRow, readPayment, readPaymentByNumber } from './payment-queries.ts';
import { readPayoutByNumber } from './payout-queries.ts';
import { readRefundByNumber } from './refund-queries.ts';
import { reportMismatch } from './report-mismatch.ts';
import { settlePayout } from './settle-payout.ts';
import { settleRefund } from './settle-refund.ts';
import { type Settled, settleClosed, settlePaid } from './settle-trade.ts';

/** A true notice that does not fit what we know; the transaction is undone. */
export class NoticeMismatch extends Error {
  readonly mismatch: Mismatch;

  constructor(mismatch: Mismatch) {
    super(`notice does not fit: ${mismatch}`);
    this.name = 'NoticeMismatch';
    this.mismatch = mismatch;
  }
}

export const numberOf = (notice: Notice): string => {
  if (notice.kind === 'payment') return notice.trade.outTradeNo;
  return notice.kind === 'refund' ? notice.refund.outRefundNo : notice.transfer.outBillNo;
};

/** Books what a verified notice says, in one transaction with the note that it came. */
export async function takeNotice(
  services: Services,
  channel: ChannelName,
  notice: Notice,
): Promise<'settled' | 'repeated'> {
  const payment = notice.kind === 'payment' ? await paymentOf(services, channel, notice) : undefined;
  try {
    return await services.db.transaction(async (tx) => {
      await logNotice(tx, services, channel, notice);
      const settled = await settle(tx, services, channel, notice, payment);
      if (settled !== 'settled' && settled !== 'repeated') throw new NoticeMismatch(settled);
      return settled;
    });
  } catch (error) {
    if (error instanceof NoticeMismatch && payment && notice.kind === 'payment') {
      const { mismatch } = error;
      const { amountFen: askedFen } = payment;
      const report = { about: 'payment', mismatch, askedFen, said: notice.trade, source: 'notice' } as const;
      await reportMismatch(services, payment, report);
    }
    throw error;
  }
}

async function paymentOf(
  services: Services,
  channel: ChannelName,
  notice: Notice & { kind: 'payment' },
): Promise<PaymentRow> {
  const payment = await readPaymentByNumber(services.db.read, notice.trade.outTradeNo);
  if (payment?.channel !== channel) throw new NoticeMismatch('order');
  return payment;
}

async function settle(
  tx: Tx,
  services: Services,
  channel: ChannelName,
  notice: Notice,
  payment: PaymentRow | undefined,
): Promise<Settled> {
  if (notice.kind === 'payment' && payment) {
    const { trade } = notice;
    if (trade.state === 'paid') return settlePaid(tx, services, payment, trade);
    if (trade.state === 'closed')
      return (await settleClosed(tx, services, payment, true)) ? 'settled' : 'repeated';
    return 'repeated';
  }
  if (notice.kind === 'refund') {
    const refund = await readRefundByNumber(tx, notice.refund.outRefundNo);
    if (refund?.channel !== channel) return 'order';
    if (outNumber(refund.paymentId) !== notice.outTradeNo) return 'order';
    if (notice.subMerchant !== undefined) {
      const paid = await readPayment(tx, refund.tenantId, refund.paymentId);
      if (notice.subMerchant !== paid?.subMerchant) return 'collector';
    }
    return settleRefund(tx, services, refund, notice.refund);
  }
  if (notice.kind === 'transfer') {
    const payout = await readPayoutByNumber(tx, notice.transfer.outBillNo);
    if (payout?.channel !== channel) return 'order';
    return settlePayout(tx, services, payout, notice.transfer);
  }
  return 'order';
}

async function logNotice(tx: Tx, services: Services, channel: ChannelName, notice: Notice): Promise<void> {
  const now = services.clock.now();
  await tx
    .insert(paymentNotices)
    .values({
      channel,
      noticeId: notice.id,
      kind: notice.kind,
      outNo: numberOf(notice),
      firstAt: now,
      lastAt: now,
    })
    .onConflictDoUpdate({
      target: [paymentNotices.channel, paymentNotices.noticeId],
      set: { lastAt: now, times: sql`payment_notice.times + 1` },
    });
}
