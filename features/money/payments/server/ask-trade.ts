import type { Services } from '#kit/server/services.ts';
import { ChannelRefused, type PayChannel, type Trade } from '#providers/pay-channel.ts';
import type { PaymentRow } from './payment-queries.ts';
import { reportMismatch } from './report-mismatch.ts';
import { settleClosed, settlePaid } from './settle-trade.ts';

type Id = Pick<PaymentRow, 'tenantId' | 'id' | 'outTradeNo' | 'subMerchant' | 'amountFen'>;

/** disputed: paid, but not what was asked for */
type Answer = Trade['state'] | 'disputed';

async function takePaid(services: Services, payment: Id, trade: Trade): Promise<Answer> {
  const settled = await services.db.transaction((tx) => settlePaid(tx, services, payment, trade));
  if (settled === 'settled' || settled === 'repeated') return 'paid';
  await reportMismatch(services, payment, {
    about: 'payment',
    mismatch: settled,
    askedFen: payment.amountFen,
    said: trade,
    source: 'query',
  });
  return 'disputed';
}

/** Asks what became of it, and settles what is known. */
export async function askTrade(services: Services, channel: PayChannel, payment: Id): Promise<Answer> {
  const trade = await channel.query(payment.outTradeNo, payment.subMerchant ?? undefined);
  if (trade.state === 'paid') return takePaid(services, payment, trade);
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
      await channel.close(payment.outTradeNo, payment.subMerchant ?? undefined);
    } catch (error) {
      if (!(error instanceof ChannelRefused && error.code === 'paid')) throw error;
      // somebody paid between the question and the closing
      if ((await askTrade(services, channel, payment)) !== 'disputed') return;
    }
  }
  // what is disputed has no more to tell: it ends here, and people look at it
  await services.db.transaction((tx) => settleClosed(tx, services, payment, state !== 'absent'));
}
