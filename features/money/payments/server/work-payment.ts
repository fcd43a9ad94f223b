import type { Services } from '#kit/server/services.ts';
import { type ChannelName, ChannelRefused } from '#providers/pay-channel.ts';
import { askTrade, closeTrade } from './ask-trade.ts';
import { channelOf } from './channels.ts';
import { changePayment, lockPayment, type PaymentRow } from './payment-queries.ts';
import { settleClosed } from './settle-trade.ts';

/** A payment somebody waits for: asked about, and closed when its time is over. */
export async function workPayment(services: Services, payment: PaymentRow): Promise<void> {
  const now = services.clock.now();
  if (payment.state === 'created') {
    // the platform has never heard of it
    await services.db.transaction(async (tx) => {
      const row = await lockPayment(tx, payment.tenantId, payment.id);
      if (row?.state === 'created') await settleClosed(tx, services, row, false);
    });
    return;
  }
  const channel = channelOf(services, payment.channel as ChannelName);
  if (payment.state === 'closed') await lastLook(services, channel, payment);
  else if (payment.expiresAt <= now) await closeTrade(services, channel, payment);
  else await askTrade(services, channel, payment);
}

/** Closed here, while the platform had not heard of it: by now it has, or never will. */
async function lastLook(
  services: Services,
  channel: ReturnType<typeof channelOf>,
  payment: PaymentRow,
): Promise<void> {
  const state = await askTrade(services, channel, payment);
  if (state === 'waiting') {
    try {
      await channel.close(payment.outTradeNo, payment.subMerchant ?? undefined);
    } catch (error) {
      if (!(error instanceof ChannelRefused && error.code === 'paid')) throw error;
      await askTrade(services, channel, payment);
    }
  }
  await services.db.transaction(async (tx) => {
    const row = await lockPayment(tx, payment.tenantId, payment.id);
    if (row?.state === 'closed') await changePayment(tx, row, { nextTryAt: null });
  });
}
