import { z } from 'zod';
import { type ChannelRefund, ChannelUnavailable, type PayChannel } from '../pay-channel.ts';
import type { Gateway } from './gateway.ts';
import { clipped } from './wire-format.ts';

const refundRecord = z.object({
  out_refund_no: z.string(),
  refund_id: z.string().optional(),
  status: z.string(),
  amount: z.object({ refund: z.int() }),
});

const refundStates: Readonly<Record<string, ChannelRefund['state']>> = {
  SUCCESS: 'done',
  PROCESSING: 'processing',
  CLOSED: 'closed',
  ABNORMAL: 'abnormal',
};

/** undefined for a status nobody here knows */
export function refundOf(record: z.output<typeof refundRecord>): ChannelRefund | undefined {
  const state = refundStates[record.status];
  return (
    state && {
      outRefundNo: record.out_refund_no,
      state,
      refundId: record.refund_id,
      amountFen: record.amount.refund,
    }
  );
}

const reasonCharacters = 80;

export function createRefunds(gateway: Gateway): Pick<PayChannel, 'refund' | 'queryRefund'> {
  function checked(record: z.output<typeof refundRecord>, outRefundNo: string): ChannelRefund {
    const refund = refundOf(record);
    if (refund?.outRefundNo !== outRefundNo) {
      throw new ChannelUnavailable(`unclear answer about a refund: ${record.status}`);
    }
    return refund;
  }

  return {
    async refund(request) {
      const record = await gateway.call(
        {
          method: 'POST',
          path: '/v3/refund/domestic/refunds',
          body: {
            out_trade_no: request.outTradeNo,
            out_refund_no: request.outRefundNo,
            reason: clipped(request.reason, reasonCharacters),
            notify_url: request.notifyUrl,
            amount: { refund: request.amountFen, total: request.totalFen, currency: 'CNY' },
            ...(request.subMerchant && { sub_mchid: request.subMerchant }),
          },
        },
        refundRecord,
      );
      return checked(record, request.outRefundNo);
    },

    async queryRefund({ outRefundNo, subMerchant }) {
      const asked = subMerchant ? `?${new URLSearchParams({ sub_mchid: subMerchant })}` : '';
      const record = await gateway.find(
        { method: 'GET', path: `/v3/refund/domestic/refunds/${encodeURIComponent(outRefundNo)}${asked}` },
        refundRecord,
      );
      return record ? checked(record, outRefundNo) : { outRefundNo, state: 'absent' };
    },
  };
}
