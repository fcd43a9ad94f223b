import { z } from 'zod';
import { dayMs, minuteMs } from '#kit/kernel/time.ts';
import type { SimulatedShare, SimulatedShareLine, SimulatedTrade } from './simulated-records.ts';
import {
  checkedBody,
  checkSubMerchant,
  fen,
  outNumber,
  type PlatformAnswer,
  PlatformRefusal,
  type PlatformRequest,
  platformNumber,
  type Route,
  type World,
} from './simulated-world.ts';
import { platformTime } from './wire-format.ts';

const receiverType = z.enum(['MERCHANT_ID', 'PERSONAL_OPENID']);
/** of the merchant that collected, when this one acts for it */
const onBehalf = { sub_mchid: z.string().min(1).optional() };
const addition = z.object({
  ...onBehalf,
  appid: z.string(),
  type: receiverType,
  account: z.string().min(1).max(64),
  name: z.string().optional(),
  relation_type: z.enum(['STORE', 'STAFF', 'STORE_OWNER', 'PARTNER', 'HEADQUARTER', 'BRAND', 'DISTRIBUTOR']),
});
const split = z.object({
  ...onBehalf,
  appid: z.string(),
  transaction_id: z.string(),
  out_order_no: outNumber,
  receivers: z
    .array(
      z.object({
        type: receiverType,
        account: z.string().min(1),
        name: z.string().optional(),
        amount: fen,
        description: z.string().min(1).max(80),
      }),
    )
    .min(1)
    .max(50),
  unfreeze_unsplit: z.boolean(),
});
const release = z.object({
  ...onBehalf,
  transaction_id: z.string(),
  out_order_no: outNumber,
  description: z.string().min(1).max(80),
});

const maxShareBasisPoints = 3000;
const maxShares = 50;
const waitMs = minuteMs;
const frozenMs = 30 * dayMs;

const shareBody = (share: SimulatedShare) => ({
  sub_mchid: share.subMerchant,
  transaction_id: share.transactionId,
  out_order_no: share.outOrderNo,
  order_id: share.orderId,
  state: share.state,
  receivers: share.lines.map((line) => ({
    type: line.type,
    account: line.account,
    amount: line.amountFen,
    description: line.description,
    result: line.result,
    fail_reason: line.failReason,
    create_time: platformTime(new Date(share.createdAt)),
  })),
});

const sharesOf = (world: World, transactionId: string) =>
  world.shares.values().filter((share) => share.transactionId === transactionId);

const sumFen = (lines: readonly SimulatedShareLine[]) => lines.reduce((sum, line) => sum + line.amountFen, 0);

/** Who collected, and gets what is released. */
const collectorOf = (world: World, trade: SimulatedTrade) => trade.subMerchant ?? world.merchant.mchId;

/** What was given to others and is not known to have failed. */
const sharedFen = (world: World, trade: SimulatedTrade) =>
  sharesOf(world, trade.transactionId ?? '')
    .flatMap((share) => share.lines)
    .filter((line) => line.account !== collectorOf(world, trade) && line.result !== 'CLOSED')
    .reduce((sum, line) => sum + line.amountFen, 0);

/** A refund of a trade that is kept apart is paid out of what is kept apart. */
const refundedFen = (world: World, { outTradeNo }: SimulatedTrade) =>
  world.refunds
    .values()
    .filter((refund) => refund.outTradeNo === outTradeNo && ['PROCESSING', 'SUCCESS'].includes(refund.status))
    .reduce((sum, refund) => sum + refund.amountFen, 0);

const keptApartFen = (world: World, trade: SimulatedTrade) =>
  trade.totalFen - refundedFen(world, trade) - sharedFen(world, trade);

const tooLittle = () => new PlatformRefusal(403, 'NOT_ENOUGH', '分账金额不足');

function frozenTrade(
  world: World,
  asked: { transaction_id: string; sub_mchid?: string | undefined },
): SimulatedTrade {
  checkSubMerchant(world, asked.sub_mchid);
  const trade = world.trades.values().find((candidate) => candidate.transactionId === asked.transaction_id);
  if (!trade?.paidAt || trade.subMerchant !== asked.sub_mchid)
    throw new PlatformRefusal(404, 'RESOURCE_NOT_EXISTS', '订单不存在');
  if (!trade.profitSharing) throw new PlatformRefusal(400, 'INVALID_REQUEST', '非分账订单不支持分账');
  const ageMs = world.clock.now().getTime() - Date.parse(trade.paidAt);
  if (ageMs < waitMs) {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '订单处理中，暂时无法分账，请稍后再试');
  }
  if (trade.isReleased || ageMs > frozenMs || keptApartFen(world, trade) <= 0) throw tooLittle();
  return trade;
}

/** Each merchant that collects has receivers of its own. */
const receiverKey = (account: string, subMerchant: string | undefined) =>
  subMerchant === undefined ? account : `${subMerchant} ${account}`;

function addReceiver(world: World, { body, serial }: PlatformRequest): PlatformAnswer {
  const asked = checkedBody(addition, body);
  checkSubMerchant(world, asked.sub_mchid);
  if (asked.type === 'MERCHANT_ID' && asked.name === undefined) {
    throw new PlatformRefusal(400, 'PARAM_ERROR', '分账接收方类型是商户号时，商户全称必填');
  }
  const name = asked.name === undefined ? undefined : world.keys.open(asked.name, serial);
  if (asked.name !== undefined && !name) {
    throw new PlatformRefusal(400, 'PARAM_ERROR', '请确认待处理的消息是否为加密后的密文');
  }
  world.receivers.put(receiverKey(asked.account, asked.sub_mchid), {
    type: asked.type,
    account: asked.account,
    name,
    subMerchant: asked.sub_mchid,
  });
  return {
    status: 200,
    body: {
      sub_mchid: asked.sub_mchid,
      type: asked.type,
      account: asked.account,
      name: asked.name,
      relation_type: asked.relation_type,
    },
  };
}

function finish(world: World, outOrderNo: string): void {
  const share = world.shares.get(outOrderNo);
  if (share?.state !== 'PROCESSING') return;
  const lines = share.lines.map((line): SimulatedShareLine => {
    const failReason = world.moods.refusedReceivers.get(line.account);
    return { ...line, result: failReason ? 'CLOSED' : 'SUCCESS', failReason };
  });
  world.shares.put(outOrderNo, { ...share, state: 'FINISHED', lines });
}

/** After a start: what was under way when the platform was stopped. */
export function resumeSharing(world: World): void {
  for (const share of world.shares.values()) {
    if (share.state === 'PROCESSING') world.later(world.settleMs, () => finish(world, share.outOrderNo));
  }
}

function repeated(existing: SimulatedShare, asked: string): PlatformAnswer {
  if (existing.asked !== asked) {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '商户分账单号重复，参数与首次请求时不一致');
  }
  return { status: 200, body: shareBody(existing) };
}

function checkLimits(world: World, trade: SimulatedTrade, lines: readonly SimulatedShareLine[]): void {
  if (sharesOf(world, trade.transactionId ?? '').length >= maxShares) {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '分账次数超过限制');
  }
  const receiverOf = ({ account }: SimulatedShareLine) =>
    world.receivers.get(receiverKey(account, trade.subMerchant));
  if (lines.some((line) => receiverOf(line)?.type !== line.type)) {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '分账接收方关系不存在，请检查参数中每个接收方的关系');
  }
  const totalFen = sharedFen(world, trade) + sumFen(lines);
  if (totalFen * 10_000 > trade.totalFen * maxShareBasisPoints) {
    throw new PlatformRefusal(400, 'RULE_LIMIT', '分账金额超出最大分账比例');
  }
  if (sumFen(lines) > keptApartFen(world, trade)) throw tooLittle();
}

function begin(
  world: World,
  trade: SimulatedTrade,
  share: Pick<SimulatedShare, 'outOrderNo' | 'lines' | 'asked'>,
) {
  const begun: SimulatedShare = {
    ...share,
    orderId: platformNumber(world, '3008450740', 34),
    transactionId: trade.transactionId ?? '',
    subMerchant: trade.subMerchant,
    state: 'PROCESSING',
    createdAt: world.clock.now().toISOString(),
  };
  world.shares.put(begun.outOrderNo, begun);
  world.later(world.settleMs, () => finish(world, begun.outOrderNo));
  return { status: 200, body: shareBody(begun) };
}

function restLine(
  world: World,
  trade: SimulatedTrade,
  amountFen: number,
  description: string,
): SimulatedShareLine {
  return {
    type: 'MERCHANT_ID',
    account: collectorOf(world, trade),
    amountFen,
    description,
    result: 'PENDING',
    failReason: undefined,
  };
}

function share(world: World, { body, serial }: PlatformRequest): PlatformAnswer {
  const asked = checkedBody(split, body);
  const names = asked.receivers.map(({ name }) =>
    name === undefined ? name : world.keys.open(name, serial),
  );
  const sameness = JSON.stringify({
    ...asked,
    receivers: asked.receivers.map((receiver, index) => ({ ...receiver, name: names[index] })),
  });
  const existing = world.shares.get(asked.out_order_no);
  if (existing) return repeated(existing, sameness);
  const trade = frozenTrade(world, asked);
  const lines = asked.receivers.map(
    (receiver): SimulatedShareLine => ({
      type: receiver.type,
      account: receiver.account,
      amountFen: receiver.amount,
      description: receiver.description,
      result: 'PENDING',
      failReason: undefined,
    }),
  );
  checkLimits(world, trade, lines);
  if (asked.unfreeze_unsplit) {
    const restFen = keptApartFen(world, trade) - sumFen(lines);
    if (restFen > 0) lines.push(restLine(world, trade, restFen, '解冻给分账方'));
    world.trades.put(trade.outTradeNo, { ...trade, isReleased: true });
  }
  return begin(world, trade, { outOrderNo: asked.out_order_no, lines, asked: sameness });
}

function unfreeze(world: World, { body }: PlatformRequest): PlatformAnswer {
  const asked = checkedBody(release, body);
  const existing = world.shares.get(asked.out_order_no);
  if (existing) return repeated(existing, JSON.stringify(asked));
  const trade = frozenTrade(world, asked);
  const restFen = keptApartFen(world, trade);
  world.trades.put(trade.outTradeNo, { ...trade, isReleased: true });
  const lines = [restLine(world, trade, restFen, asked.description)];
  return begin(world, trade, { outOrderNo: asked.out_order_no, lines, asked: JSON.stringify(asked) });
}

function query(world: World, { parts, query: params }: PlatformRequest): PlatformAnswer {
  const subMerchant = params.get('sub_mchid') ?? undefined;
  checkSubMerchant(world, subMerchant);
  const found = world.shares.get(parts[0]!);
  const isKnown = found?.transactionId === params.get('transaction_id') && found.subMerchant === subMerchant;
  if (!found || !isKnown) {
    throw new PlatformRefusal(404, 'RESOURCE_NOT_EXISTS', '分账单不存在');
  }
  return { status: 200, body: shareBody(found) };
}

export const sharingRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/v3\/profitsharing\/receivers\/add$/, handle: addReceiver },
  { method: 'POST', path: /^\/v3\/profitsharing\/orders$/, handle: share },
  { method: 'POST', path: /^\/v3\/profitsharing\/orders\/unfreeze$/, handle: unfreeze },
  { method: 'GET', path: /^\/v3\/profitsharing\/orders\/([^/]+)$/, handle: query },
];
