import { z } from 'zod';
import { type Notice, NoticeRefused, type NoticeRequest, type Trade } from '../pay-channel.ts';
import { fenOf, instantOf } from './amounts.ts';
import type { Gateway } from './gateway.ts';

const noticeFields = z.object({
  notify_id: z.string().min(1).max(128),
  app_id: z.string().min(1),
  seller_id: z.string().min(1),
  out_trade_no: z.string().min(1).max(64),
  trade_no: z.string().min(1).max(64),
  trade_status: z.enum(['WAIT_BUYER_PAY', 'TRADE_SUCCESS', 'TRADE_FINISHED', 'TRADE_CLOSED']),
  total_amount: z.string(),
  buyer_id: z.string().optional(),
  buyer_open_id: z.string().optional(),
  gmt_payment: z.string().optional(),
  /** the refund's own number, ours; only notices about refunds have it */
  out_biz_no: z.string().min(1).max(64).optional(),
  gmt_refund: z.string().optional(),
  refund_fee: z.string().optional(),
});
type NoticeFields = z.infer<typeof noticeFields>;

/**
 * A field that comes twice, or an ampersand inside a value, would let the same signed text be cut into other fields.
 * We never send an ampersand (see `subjectOf` in client.ts), so a true notice has none.
 */
function readFields(body: string): Record<string, string> {
  const pairs = [...new URLSearchParams(body)];
  const fields = Object.fromEntries(pairs);
  if (pairs.length === 0 || Object.keys(fields).length !== pairs.length) throw new NoticeRefused('malformed');
  if (pairs.some(([name, value]) => name.includes('&') || name.includes('=') || value.includes('&')))
    throw new NoticeRefused('malformed');
  return fields;
}

function tradeOf(fields: NoticeFields): Trade {
  const amountFen = fenOf(fields.total_amount);
  if (amountFen === undefined) throw new NoticeRefused('malformed');
  const states = {
    WAIT_BUYER_PAY: 'waiting',
    TRADE_SUCCESS: 'paid',
    TRADE_FINISHED: 'paid',
    TRADE_CLOSED: 'closed',
  } as const;
  const state = states[fields.trade_status];
  return {
    outTradeNo: fields.out_trade_no,
    state,
    transactionId: state === 'paid' ? fields.trade_no : undefined,
    amountFen,
    currency: 'CNY',
    paidAt: state === 'paid' ? instantOf(fields.gmt_payment) : undefined,
    payerId: fields.buyer_open_id ?? fields.buyer_id,
  };
}

/** Checks the signature and reads it; whether merchant, app and amount are the right ones is the caller's to compare. */
export async function readAlipayNotice(gateway: Gateway, request: NoticeRequest): Promise<Notice> {
  const fields = readFields(request.body);
  if (!(await gateway.isTrueNotice(fields))) throw new NoticeRefused('signature');
  const read = noticeFields.safeParse(fields);
  if (!read.success) throw new NoticeRefused('malformed');
  const { notify_id: id, seller_id: merchantId, app_id: appId, out_biz_no: outRefundNo } = read.data;
  const trade = tradeOf(read.data);
  if (!read.data.gmt_refund && !read.data.refund_fee)
    return { id, merchantId, appId, kind: 'payment', trade };
  if (!outRefundNo) throw new NoticeRefused('malformed');
  return {
    id,
    merchantId,
    appId,
    kind: 'refund',
    outTradeNo: trade.outTradeNo,
    // Without an amount: `refund_fee` counts all refunds of the trade together.
    refund: { outRefundNo, state: 'done' },
  };
}
