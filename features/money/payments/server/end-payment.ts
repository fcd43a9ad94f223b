import { missing } from '#kit/kernel/errors.ts';
import type { Services } from '#kit/server/services.ts';
import { closeTrade } from './ask-trade.ts';
import { channelOf, isPlatformFailure } from './channels.ts';
import { changePayment, lockPayment } from './payment-queries.ts';
import { later, waitAfter } from './schedule.ts';
import { settleClosed } from './settle-trade.ts';

/**
 * Ends a waiting payment: asks the platform, closes it there, tells listeners what came out. After the caller's commit
 * only. Its time is over from now on, so when the platform does not answer the worker goes on asking.
 */
export async function endPayment(services: Services, tenantId: string, paymentId: string): Promise<void> {
  const payment = await services.db.transaction(async (tx) => {
    const row = await lockPayment(tx, tenantId, paymentId);
    if (!row) throw missing();
    if (row.state === 'paid' || row.state === 'closed') return undefined;
    if (row.state === 'created') {
      await settleClosed(tx, services, row, false);
      return undefined;
    }
    const now = services.clock.now();
    const expiresAt = row.expiresAt < now ? row.expiresAt : now;
    return changePayment(tx, row, { expiresAt, nextTryAt: later(now, waitAfter(0)) });
  });
  if (!payment || payment.channel === 'counter') return;
  try {
    await closeTrade(services, channelOf(services, payment.channel), payment);
  } catch (error) {
    if (!isPlatformFailure(error)) throw error;
    services.log.warn({ err: error, paymentId }, 'a payment is not closed yet');
  }
}
