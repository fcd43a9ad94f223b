import { z } from 'zod';
import { dayMs } from '#kit/kernel/time.ts';
import type { SimulatedReturn } from './simulated-records.ts';
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

const request = z.object({
  sub_mchid: z.string().min(1).optional(),
  out_order_no: outNumber,
  out_return_no: outNumber,
  return_mchid: z.string().min(1),
  amount: fen,
  description: z.string().min(1).max(80),
});

const returnDays = 180;
const maxReturns = 50;

const returnBody = (given: SimulatedReturn) => ({
  sub_mchid: given.subMerchant,
  out_order_no: given.outOrderNo,
  out_return_no: given.outReturnNo,
  return_id: given.returnId,
  return_mchid: given.receiverMchId,
  amount: given.amountFen,
  result: given.result,
  fail_reason: given.failReason,
  create_time: platformTime(new Date(given.createdAt)),
});

function finish(world: World, outReturnNo: string): void {
  const given = world.returns.get(outReturnNo);
  if (given?.result !== 'PROCESSING' || world.moods.poorReceivers.has(given.receiverMchId)) return;
  const failReason = world.moods.refusedReturns.get(given.receiverMchId);
  world.returns.put(outReturnNo, { ...given, result: failReason ? 'FAILED' : 'SUCCESS', failReason });
}

/** After a start: what was under way when the platform was stopped. */
export function resumeShareReturns(world: World): void {
  for (const { outReturnNo, result } of world.returns.values()) {
    if (result === 'PROCESSING') world.later(world.settleMs, () => finish(world, outReturnNo));
  }
}

/** Once its balance reaches, the same request said again goes through. */
function answer(world: World, given: SimulatedReturn): PlatformAnswer {
  if (given.result === 'PROCESSING' && world.moods.poorReceivers.has(given.receiverMchId)) {
    throw new PlatformRefusal(403, 'NOT_ENOUGH', '可用余额不足，请充值后重新发起');
  }
  return { status: 200, body: returnBody(given) };
}

function repeated(world: World, existing: SimulatedReturn, asked: z.output<typeof request>): PlatformAnswer {
  if (existing.asked !== JSON.stringify(asked)) {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '商户回退单号重复，参数与首次请求时不一致');
  }
  if (existing.result === 'PROCESSING')
    world.later(world.settleMs, () => finish(world, existing.outReturnNo));
  return answer(world, existing);
}

function checkRoom(world: World, asked: z.output<typeof request>): void {
  const share = world.shares.get(asked.out_order_no);
  const line = share?.lines.find(
    ({ type, account, result }) =>
      type === 'MERCHANT_ID' && account === asked.return_mchid && result === 'SUCCESS',
  );
  if (!share || !line || share.subMerchant !== asked.sub_mchid)
    throw new PlatformRefusal(404, 'RESOURCE_NOT_EXISTS', '分账单不存在');
  const returns = world.returns.values().filter(({ outOrderNo }) => outOrderNo === asked.out_order_no);
  if (returns.length >= maxReturns) throw new PlatformRefusal(400, 'INVALID_REQUEST', '回退次数超过限制');
  const givenFen = returns
    .filter(({ receiverMchId, result }) => receiverMchId === line.account && result !== 'FAILED')
    .reduce((sum, { amountFen }) => sum + amountFen, 0);
  if (givenFen + asked.amount > line.amountFen) {
    throw new PlatformRefusal(403, 'NOT_ENOUGH', '回退金额超过可回退金额');
  }
  if (world.clock.now().getTime() - Date.parse(share.createdAt) > returnDays * dayMs) {
    throw new PlatformRefusal(400, 'INVALID_REQUEST', '分账单已超过可回退的最大期限');
  }
}

function giveBack(world: World, { body }: PlatformRequest): PlatformAnswer {
  const asked = checkedBody(request, body);
  checkSubMerchant(world, asked.sub_mchid);
  const existing = world.returns.get(asked.out_return_no);
  if (existing) return repeated(world, existing, asked);
  checkRoom(world, asked);
  const given: SimulatedReturn = {
    outReturnNo: asked.out_return_no,
    returnId: platformNumber(world, '3108450740', 34),
    outOrderNo: asked.out_order_no,
    subMerchant: asked.sub_mchid,
    receiverMchId: asked.return_mchid,
    amountFen: asked.amount,
    result: 'PROCESSING',
    failReason: undefined,
    createdAt: world.clock.now().toISOString(),
    asked: JSON.stringify(asked),
  };
  world.returns.put(given.outReturnNo, given);
  world.later(world.settleMs, () => finish(world, given.outReturnNo));
  return answer(world, given);
}

function query(world: World, { parts, query: params }: PlatformRequest): PlatformAnswer {
  const subMerchant = params.get('sub_mchid') ?? undefined;
  checkSubMerchant(world, subMerchant);
  const found = world.returns.get(parts[0]!);
  const isKnown = found?.outOrderNo === params.get('out_order_no') && found.subMerchant === subMerchant;
  if (!found || !isKnown) throw new PlatformRefusal(404, 'RESOURCE_NOT_EXISTS', '回退单不存在');
  return { status: 200, body: returnBody(found) };
}

export const shareReturnRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/v3\/profitsharing\/return-orders$/, handle: giveBack },
  { method: 'GET', path: /^\/v3\/profitsharing\/return-orders\/([^/]+)$/, handle: query },
];
