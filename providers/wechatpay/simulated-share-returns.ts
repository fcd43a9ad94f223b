import { z } from 'zod';
import type { SimulatedReturn } from './simulated-records.ts';
import {
  checkedBody,
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
  out_order_no: outNumber,
  out_return_no: outNumber,
  return_mchid: z.string().min(1),
  amount: fen,
  description: z.string().min(1).max(80),
});

const returnBody = (given: SimulatedReturn) => ({
  out_order_no: given.outOrderNo,
  out_return_no: given.outReturnNo,
  return_id: given.returnId,
  return_mchid: given.receiverMchId,
  amount: given.amountFen,
  result: given.result,
  create_time: platformTime(new Date(given.createdAt)),
});

function finish(world: World, outReturnNo: string): void {
  const given = world.returns.get(outReturnNo);
  if (given) world.returns.put(outReturnNo, { ...given, result: 'SUCCESS' });
}

/** After a start: what was under way when the platform was stopped. */
export function resumeShareReturns(world: World): void {
  for (const { outReturnNo, result } of world.returns.values()) {
    if (result === 'PROCESSING') world.later(world.settleMs, () => finish(world, outReturnNo));
  }
}

function giveBack(world: World, { body }: PlatformRequest): PlatformAnswer {
  const asked = checkedBody(request, body);
  const existing = world.returns.get(asked.out_return_no);
  if (existing) {
    if (existing.asked !== JSON.stringify(asked)) {
      throw new PlatformRefusal(400, 'INVALID_REQUEST', '商户回退单号重复，参数与首次请求时不一致');
    }
    return { status: 200, body: returnBody(existing) };
  }
  const share = world.shares.get(asked.out_order_no);
  const line = share?.lines.find(
    ({ type, account, result }) =>
      type === 'MERCHANT_ID' && account === asked.return_mchid && result === 'SUCCESS',
  );
  if (!line) throw new PlatformRefusal(404, 'RESOURCE_NOT_EXISTS', '分账单不存在');
  const givenFen = world.returns
    .values()
    .filter(
      ({ outOrderNo, receiverMchId }) => outOrderNo === asked.out_order_no && receiverMchId === line.account,
    )
    .reduce((sum, { amountFen }) => sum + amountFen, 0);
  if (givenFen + asked.amount > line.amountFen) {
    throw new PlatformRefusal(403, 'NOT_ENOUGH', '回退金额超过可回退金额');
  }
  const given: SimulatedReturn = {
    outReturnNo: asked.out_return_no,
    returnId: platformNumber(world, '3108450740', 34),
    outOrderNo: asked.out_order_no,
    receiverMchId: asked.return_mchid,
    amountFen: asked.amount,
    result: 'PROCESSING',
    createdAt: world.clock.now().toISOString(),
    asked: JSON.stringify(asked),
  };
  world.returns.put(given.outReturnNo, given);
  world.later(world.settleMs, () => finish(world, given.outReturnNo));
  return { status: 200, body: returnBody(given) };
}

export const shareReturnRoutes: readonly Route[] = [
  { method: 'POST', path: /^\/v3\/profitsharing\/return-orders$/, handle: giveBack },
];
