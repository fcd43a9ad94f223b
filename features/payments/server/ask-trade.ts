import type { Services } from '#kit/server/services.ts';
import { ChannelRefused, type PayChannel, type Trade } from '#providers/pay-channel.ts';
import type { PaymentRow } from './payment-rows.ts';
import { reportMismatch, settleClosed, settlePaid } from './settle-trade.ts';

type Id = Pick<PaymentRow, 'tenantId' | 'id' | 'outTradeNo'>;

async function takePaid(services: Services, payment: Id, trade: Trade): Promise<void> {
  const settled = await services.db.transaction((tx) => settlePaid(tx, services, payment, trade));
  if (settled !== 'settled' && settled !== 'repeated') await reportMismatch(services, payment, settled);
}

/** Asks what became of it, and settles what is known. */
export async function askTrade(
  services: Services,
  channel: PayChannel,
  payment: Id,
): Promise<Trade['state']> {
  const trade = await channel.query(payment.outTradeNo);
  if (trade.state === 'paid') await takePaid(services, payment, trade);
  if (trade.state === 'closed')
    await services.db.transaction((tx) => settleClosed(tx, services, payment, true));
  return trade.state;
}

/** Its time is over: what is paid is booked, what is not is closed at the platform first and then here. */
export async function closeTrade(services: Services, channel: PayChannel, payment: Id): Promise<void> {
  const state = await askTrade(services, channel, payment);
  if (state === 'paid' || state === 'closed') return;
  if (state === 'waiting') {
    try {
      await channel.close(payment.outTradeNo);
    } catch (error) {
      if (!(error instanceof ChannelRefused && error.code === 'paid')) throw error;
      // somebody paid between the question and the closing
      await askTrade(services, channel, payment);
      return;
    }
  }
  await services.db.transaction((tx) => settleClosed(tx, services, payment, state === 'waiting'));
}
