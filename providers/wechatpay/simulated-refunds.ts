import { z } from 'zod';
import { dayMs } from '#kit/kernel/time.ts';
import type { SimulatedRefund } from './simulated-records.ts';
import { outTradeNoOf } from './simulated-trades.ts';
import {
  checkedBody,
  checkSubMerchant,
  fen,
  notifyUrl,
  outNumber,
  type PlatformAnswer,
  PlatformRefusal,
  type PlatformRequest,
  platformNumber,
  type Route,
  type World,
} from './simulated-world.ts';
import { platformTime } from './wire-format.ts';

const request = z.object({
  // one of the two names the payment
  out_trade_no: z.string().min(1).optional(),
  transaction_id: z.string().min(1).optional(),
  out_refund_no: outNumber,
  reason: z.string().min(1).max(80).optional(),
  notify_url: notifyUrl.optional(),
  amount: z.object({ refund: fen, total: fen, currency: z.literal('CNY') }),
  sub_mchid: z.string().min(1).optional(),
});

const refundDays = 365;

function refundBody(refund: SimulatedRefund) {
  return {
    refund_id: refund.refundId,
    out_refund_no: refund.outRefundNo,
    transaction_id: refund.transactionId,
    out_trade_no: refund.outTradeNo,
    channel: 'ORIGINAL',
    user_received_account: '支付用户零钱',
    create_time: platformTime(new Date(refund.createdAt)),
    success_time: refund.succeededAt && platformTime(new Date(refund.succeededAt)),
    status: refund.status,
    amount: {
      total: refund.totalFen,
      refund: refund.amountFen,
      payer_total: refund.totalFen,
      payer_refund: refund.amountFen,
      currency: 'CNY',
    },
  };
}

function finish(world: World, outRefundNo: string): void {
  const refund = world.refunds.get(outRefundNo);
  if (refund?.status !== 'PROCESSING') return;
  const status = refund.outcome;
  const succeededAt = status === 'SUCCESS' ? world.clock.now().toISOString() : undefined;
  world.refunds.put(outRefundNo, { ...refund, status, succeededAt });
  if (!refund.notifyUrl) return;
  const { status: _, ...body } = refundBody({ ...refund, succeededAt });
  world.notify({
    url: refund.notifyUrl,
    eventType: `REFUND.${status}`,
    summary: status === 'SUCCESS' ? '退款成功' : '退款异常',
    originalType: 'refund',
    plain: {
      ...(refund.subMerchant
        ? { sp_mchid: world.merchant.mchId, sub_mchid: refund.subMerchant }
        : { mchid: world.merchant.mchId }),
      ...body,
      refund_status: status,
    },
  });
}

/** After a start: refunds under way when the platform was stopped. */
export function resumeRefunds(world: World): void {
  for (const refund of world.refunds.values()) {
    if (refund.status === 'PROCESSING') world.later(world.settleMs, () => finish(world, refund.outRefundNo));
  }
}

function checkRoom(world: World, asked: z.output<typeof request>) {
  const { transaction_id: transactionId, sub_mchid: subMerchant } = asked;
  const outTradeNo = asked.out_trade_no ?? outTradeNoOf(world, transactionId ?? '');
  const { refund: amountFen, total: totalFen } = asked.amount;
  checkSubMerchant(world, subMerchant);
  const trade = world.trades.get(outTradeNo);
  const isNamed = transactionId === undefined || trade?.transactionId === transactionId;
  if (!trade || trade.subMerchant !== subMerchant || !isNamed)
    throw new PlatformRefusal(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
  if (!trade.transactionId || !trade.paidAt) throw new PlatformRefusal(400, 'INVALID_REQUEST', '订单未支付');
  if (trade.totalFen !== totalFen) {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '订单金额或退款金额与之前请求不一致，请核实后再试');
  }
  if (world.clock.now().getTime() - Date.parse(trade.paidAt) > refundDays * dayMs) {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '订单已超过可退款的最大期限');
  }
  const refundedFen = world.refunds
    .values()
    .filter((refund) => refund.outTradeNo === outTradeNo && refund.status !== 'CLOSED')
    .reduce((sum, refund) => sum + refund.amountFen, 0);
  if (refundedFen + amountFen > totalFen) {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '申请退款金额超过订单可退金额');
  }
  if (world.moods.lacksMoney) throw new PlatformRefusal(403, 'NOT_ENOUGH', '商户余额不足，请充值后重试');
  return { ...trade, transactionId: trade.transactionId };
}

function ask(world: World, { body }: PlatformRequest): PlatformAnswer {
  const asked = checkedBody(request, body);
  if (!asked.out_trade_no && !asked.transaction_id) {
    throw new PlatformRefusal(400, 'PARAM_ERROR', 'transaction_id和out_trade_no不能同时为空');
  }
  const existing = world.refunds.get(asked.out_refund_no);
  if (existing) {
    if (existing.asked !== JSON.stringify(asked)) {
      throw new PlatformRefusal(400, 'INVALID_REQUEST', '商户退款单号重复，参数与首次请求时不一致');
    }
    return { status: 200, body: refundBody(existing) };
  }
  const trade = checkRoom(world, asked);
  const refund: SimulatedRefund = {
    outRefundNo: asked.out_refund_no,
    refundId: platformNumber(world, '50300', 29),
    outTradeNo: trade.outTradeNo,
    subMerchant: trade.subMerchant,
    transactionId: trade.transactionId,
    amountFen: asked.amount.refund,
    totalFen: asked.amount.total,
    notifyUrl: asked.notify_url,
    status: 'PROCESSING',
    outcome: world.moods.refundOutcome,
    createdAt: world.clock.now().toISOString(),
    succeededAt: undefined,
    asked: JSON.stringify(asked),
  };
  world.refunds.put(refund.outRefundNo, refund);
  world.trades.put(trade.outTradeNo, { ...trade, state: 'REFUND' });
  world.later(world.settleMs, () => finish(world, refund.outRefundNo));
  return { status: 200, body: refundBody(refund) };
}

function query(world: World, { parts, query: asked }: PlatformRequest): PlatformAnswer {
  const subMerchant = asked.get('sub_mchid') ?? undefined;
  checkSubMerchant(world, subMerchant);
  const refund = world.refunds.get(parts[0]!);
  if (!refund || refund.subMerchant !== subMerchant)
    throw new PlatformRefusal(404, 'RESOURCE_NOT_EXISTS', '退款单不存在');
  return { status: 200, body: refundBody(refund) };
}

export const refundRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/v3\/refund\/domestic\/refunds$/, handle: ask },
  { method: 'GET', path: /^\/v3\/refund\/domestic\/refunds\/([^/]+)$/, handle: query },
];
