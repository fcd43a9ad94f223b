import { findPlayer, holdPlayer, type PlayerRow } from '#features/base/players/server/public.ts';
import { preparePayment } from '#features/money/payments/server/public.ts';
import { invalidField, unauthorized } from '#kit/kernel/errors.ts';
import { pick } from '#kit/kernel/pick.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Services } from '#kit/server/services.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import type { PayWay } from '../../contract/kinds.ts';
import type { PreparedOrder, WirePayWay } from '../../contract/pay.ts';
import { after, unpaidMs } from '../../rules/deadlines.ts';
import { lockOrder } from '../order-queries.ts';
import type { OrderView } from '../order-types.ts';
import { changeOrder } from '../order-writes.ts';
import type { NewOrder } from '../registry-types.ts';

/** Where a person pays, and to which page the platform leads back. */
export function payerOf(
  returnPage: string,
  way: PayWay,
  player?: { row: PlayerRow; miniProgram: boolean },
): NonNullable<NewOrder['payer']> {
  if (player?.row.platform !== way) return { scene: 'page', returnPage };
  return { scene: player.miniProgram ? 'miniprogram' : 'jsapi', payerId: player.row.openId, returnPage };
}

/**
 * WeChat knows a person by another id under each app: who logged in inside the mini-program pays there, whatever the call
 * says, and nobody else can.
 */
export function isInMiniProgram(
  { wechat }: Services,
  player: PlayerRow,
  wire: WirePayWay | undefined,
): boolean {
  const isOfMini = wechat?.miniProgram !== undefined && player.appId === wechat.miniProgram.appId;
  if (wire === '03' && !isOfMini) throw invalidField('payWay', 'orders:error.notInMiniProgram');
  return isOfMini;
}

export function payWayOf(wire: WirePayWay | undefined, player: PlayerRow): PayWay {
  if (wire === '01') return 'wechat';
  if (wire === '02') return 'alipay';
  if (wire !== undefined && wire !== '03') return wire;
  // a browser outside of the platforms says nothing about how its player likes to pay
  if (player.platform === 'phone') throw invalidField('payWay', 'kit:validation.required');
  return player.platform;
}

/** After commit: what the payer's app needs; nothing for what is paid already. */
export async function answerOf(services: Services, order: OrderView): Promise<PreparedOrder> {
  const answer = {
    orderId: order.id,
    orderNumber: order.number,
    ...pick(order, 'state', 'unit', 'amount'),
    expiresAt: order.state === 'created' ? after(order.createdAt, unpaidMs).toISOString() : null,
  };
  if (order.state !== 'created' || !order.paymentId) return answer;
  const prepared = await preparePayment(services, order.tenantId, order.paymentId);
  await keepWhilePaid(services, order);
  switch (prepared.kind) {
    case 'signPackage':
      return { ...answer, sign_package: prepared.signPackage };
    case 'tradeNo':
      return { ...answer, prepay_id: prepared.tradeNo };
    case 'page':
      return { ...answer, url: prepared.url };
  }
}

/** The platform knows of it, so somebody may be paying now: what is kept for it is kept for as long as that may take. */
async function keepWhilePaid(services: Services, { tenantId, id }: OrderView): Promise<void> {
  await services.db.transaction(async (tx) => {
    const order = await lockOrder(tx, tenantId, id);
    const until = after(order.createdAt, unpaidMs);
    if (order.state === 'created' && order.deadlineAt && order.deadlineAt < until)
      changeOrder(tx, order, { deadlineAt: until });
  });
}

/**
 * Who pays, as the app in hand knows the person; the order is the player's, whichever app it is. The player stays until the
 * order is there: an account that is being deleted gets none.
 */
export async function playerOf(tx: Tx, session: PlayerSession): Promise<PlayerRow> {
  const player = await holdPlayer(tx, session.playerId);
  const identity =
    session.identityId === session.playerId ? player : await findPlayer(tx, session.identityId);
  if (!player || !identity) throw unauthorized();
  return { ...identity, id: session.playerId };
}
