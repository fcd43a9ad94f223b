import type { Context } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { platformScope } from '#kit/server/scope.ts';
import type { PlayerSession } from '#kit/server/session.ts';
import type { PayWay } from '../../contract/kinds.ts';
import type { PreparedOrder, WirePayWay } from '../../contract/pay.ts';
import { answerOf, isInMiniProgram, payerOf, payWayOf, playerOf } from '../paying/payer.ts';
import type { Buyer, NewOrder } from '../registry-types.ts';
import { createOrder, repeatedOrder } from './create-order.ts';
import { assertOneUnpaid, endingOlder } from './one-unpaid.ts';
import { requireOpenSite } from './sell.ts';

/** What a player wants at a shop, not at a machine. `wish` is all of it but the request id. */
export interface AppSale {
  fieldId: string;
  payWay?: WirePayWay | undefined;
  requestId?: string | undefined;
  wish: unknown;
}

export type AppDraft = Pick<
  NewOrder,
  'kind' | 'amount' | 'items' | 'fulfilment' | 'settlesTo' | 'asked' | 'keepPrice'
>;

/**
 * Sells something in the app: `draft` says what, and at which price, in the transaction that writes the order. Said again
 * with the same request id it is the same order, and nothing is drafted.
 */
export async function sellInApp(
  context: Context<PlayerSession>,
  { fieldId: siteId, payWay: wire, requestId, wish }: AppSale,
  draft: (tx: Tx, buyer: Buyer & { playerId: string }, payWay: PayWay) => Promise<AppDraft>,
): Promise<PreparedOrder> {
  const { services } = context;
  const request = requestId ? { id: requestId, wish } : undefined;
  const inOne = async (tx: Tx) => {
    const player = await playerOf(tx, context.session);
    const payWay = payWayOf(wire, player);
    const { tenantId } = await requireOpenSite(tx, platformScope, siteId);
    const known = await repeatedOrder(tx, { tenantId, id: player.id }, request);
    if (known) return known;
    await assertOneUnpaid(tx, services, { playerId: player.id, siteId, payWay, requestId });
    const now = services.clock.now();
    const buyer = { tenantId, siteId, device: null, playerId: player.id, now, ordering: true };
    return createOrder(tx, services, {
      ...(await draft(tx, buyer, payWay)),
      tenantId,
      siteId,
      payWay,
      playerId: player.id,
      payer: payerOf('/start_equip', payWay, {
        row: player,
        miniProgram: isInMiniProgram(services, player, wire),
      }),
      request,
    });
  };
  const order = await endingOlder(services, () => context.db.transaction(inOne));
  return answerOf(services, order);
}
