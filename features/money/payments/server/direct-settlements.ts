import { eq } from 'drizzle-orm';
import { sendSystemMessage } from '#features/base/content/server/public.ts';
import { newId } from '#kit/kernel/ids.ts';
import type { Tx } from '#kit/server/database.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { insert, type TenantTable, update } from '#kit/server/tables.ts';
import { type ChannelName, ChannelRefused } from '#providers/pay-channel.ts';
import { directSettlements } from '../tables.ts';
import { channelOf } from './channels.ts';
import { outNumber, type PaymentRow, readPayment } from './payment-queries.ts';
import { giveUpAfterMs, wakeWorkers } from './schedule.ts';
import { reasonText } from './send-once.ts';

type Settlements = typeof directSettlements extends TenantTable<infer T> ? T : never;
export type SettlementRow = Settlements['$inferSelect'];

/** With the payment: where the platform keeps the merchant's own money back, it is to be let go. */
export async function requestSettlement(tx: Tx, services: Services, payment: PaymentRow): Promise<void> {
  if (payment.subMerchant === null) return;
  if (!services.channels[payment.channel as ChannelName]?.releaseToSubMerchant) return;
  const id = newId();
  const now = services.clock.now();
  await insert(tx, tenantScope(payment.tenantId), directSettlements, {
    id,
    createdAt: now,
    paymentId: payment.id,
    outRequestNo: outNumber(id),
    amountFen: payment.amountFen - payment.refundedFen,
    state: 'requested',
    nextTryAt: now,
  });
  await wakeWorkers(tx);
}

async function change(services: Services, row: SettlementRow, set: Partial<SettlementRow>): Promise<void> {
  await services.db.transaction((tx) =>
    update(tx, tenantScope(row.tenantId), directSettlements, (columns) => eq(columns.id, row.id), set),
  );
}

/**
 * Sent again under the same number with the same amount it is the same. A no means that something was refunded meanwhile:
 * the next try asks for what is left.
 */
export async function workSettlement(services: Services, row: SettlementRow): Promise<void> {
  const payment = await readPayment(services.db.read, row.tenantId, row.paymentId);
  if (!payment?.transactionId) throw new Error(`settlement ${row.id} of no payment`);
  const channel = channelOf(services, payment.channel as ChannelName);
  const { transactionId } = payment;
  const now = services.clock.now();
  const ended = { endedAt: now, nextTryAt: null, lastError: null };
  const leftFen = payment.amountFen - payment.refundedFen;
  try {
    if (row.amountFen > 0)
      await channel.releaseToSubMerchant?.({
        transactionId,
        outRequestNo: row.outRequestNo,
        amountFen: row.amountFen,
      });
    await change(services, row, { ...ended, state: 'done' });
  } catch (error) {
    if (!(error instanceof ChannelRefused)) throw error;
    if (row.amountFen !== leftFen) await change(services, row, { amountFen: leftFen });
    if (now.getTime() - row.createdAt.getTime() < giveUpAfterMs) throw error;
    await change(services, row, { ...ended, state: 'failed', failure: reasonText(error.message) });
    await services.db.transaction((tx) =>
      sendSystemMessage(tx, services.texts, {
        audience: { kind: 'tenant', tenantId: row.tenantId },
        titleKey: 'payments:message.settlementTitle',
        bodyKey: 'payments:message.settlementBody',
        params: { number: payment.outTradeNo, reason: error.message },
        level: 'warning',
        link: '/paymentChannel',
      }),
    );
  }
}
