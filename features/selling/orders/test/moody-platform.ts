import type { Services } from '#kit/server/services.ts';
import {
  type ChannelRefund,
  ChannelUnavailable,
  type PayChannel,
  type Trade,
} from '#providers/pay-channel.ts';
import type { Random } from '#simulators/devices/random.ts';

/**
 * A payment platform that answers late, not at all, or otherwise than one hopes, without a line of network: takes the
 * place of the simulated Alipay, so that thousands of orders meet its moods in a minute.
 */
export function moodyPlatform(services: Services, random: Random) {
  const trades = new Map<string, Trade>();
  const refunds = new Map<string, ChannelRefund>();
  const silent = () => {
    if (random.int(1, 12) === 1) throw new ChannelUnavailable('no answer');
  };
  const tradeOf = (outTradeNo: string): Trade =>
    trades.get(outTradeNo) ?? { outTradeNo, state: 'waiting', amountFen: 0 };

  const moods: Pick<PayChannel, 'query' | 'close' | 'refund' | 'queryRefund'> = {
    async query(outTradeNo) {
      silent();
      return tradeOf(outTradeNo);
    },
    async close(outTradeNo) {
      silent();
      if (tradeOf(outTradeNo).state === 'waiting') trades.set(outTradeNo, { outTradeNo, state: 'closed' });
    },
    async refund({ outRefundNo, amountFen }) {
      silent();
      const known = refunds.get(outRefundNo);
      if (known) return known;
      const refund: ChannelRefund = { outRefundNo, amountFen, state: 'processing', refundId: outRefundNo };
      refunds.set(outRefundNo, refund);
      // it happened, and the answer got lost
      silent();
      return refund;
    },
    async queryRefund({ outRefundNo }) {
      silent();
      const refund = refunds.get(outRefundNo);
      if (!refund) return { outRefundNo, state: 'absent' };
      if (refund.state === 'processing' && random.int(1, 3) === 1)
        refund.state = random.int(1, 6) === 1 ? random.pick(['closed', 'abnormal'] as const) : 'done';
      return refund;
    },
  };
  const { alipay } = services.channels;
  if (!alipay) throw new Error('the test server has no Alipay to stand in for');
  (services.channels as { alipay: typeof alipay }).alipay = { ...alipay, ...moods };

  return {
    /** somebody pays, also what was closed a moment ago */
    pay(outTradeNo: string, amountFen: number): Trade {
      const trade: Trade = {
        outTradeNo,
        state: 'paid',
        amountFen,
        transactionId: `moody ${outTradeNo}`,
        paidAt: services.clock.now(),
      };
      trades.set(outTradeNo, trade);
      return trade;
    },
    refundsAsked: () => refunds.size,
  };
}
