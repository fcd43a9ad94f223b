import { pickupDaysOf } from '#features/loyalty/exchange/server/public.ts';
import { keepUntil, release, takeBack } from '#features/loyalty/stock/server/public.ts';
import type { Fulfilment, OrderListener, OrderView } from '#features/selling/orders/server/public.ts';
import { conflict } from '#kit/kernel/errors.ts';
import { dayMs } from '#kit/kernel/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { emit, playerTopic, siteTopic } from '#kit/server/outbox.ts';
import { tenantScope } from '#kit/server/scope.ts';
import type { Services } from '#kit/server/services.ts';
import { find, type RowOf, update } from '#kit/server/tables.ts';
import { goodsOrdersChanged } from '../contract/kinds.ts';
import { piecesBack } from '../rules/cart-rules.ts';
import { goodsOrderLines, goodsOrders } from '../tables.ts';
import { holdCart, readCartLines, writeCartLine } from './cart-queries.ts';
import { goodsFulfilment, stockKey } from './draft-order.ts';
import { pickUpCodeOf, pickUpHashOf } from './pick-up-code.ts';

export type GoodsOrderRow = RowOf<typeof goodsOrders>;

/** Pieces are kept until somebody hands them out or the money went back; see `expire-pick-ups.ts` for when that is. */
const paidKeptMs = 3650 * dayMs;

export async function tellGoods(
  tx: Tx,
  {
    tenantId,
    siteId,
    playerId,
    orderNumber,
  }: Pick<GoodsOrderRow, 'tenantId' | 'siteId' | 'playerId' | 'orderNumber'>,
): Promise<void> {
  const data = orderNumber ? { orderNumber } : {};
  await emit(tx, playerTopic(playerId), goodsOrdersChanged, data);
  await emit(tx, siteTopic(tenantId, siteId), goodsOrdersChanged, data);
}

async function lockGoods(
  tx: Tx,
  { tenantId, id }: Pick<OrderView, 'tenantId' | 'id'>,
): Promise<GoodsOrderRow> {
  const [found] = await find(tx, tenantScope(tenantId), goodsOrders, { orderId: id }, 'update');
  if (!found) throw new Error(`order ${id} is of no goods`);
  return found;
}

export async function changeGoods(
  tx: Tx,
  row: GoodsOrderRow,
  changes: Partial<Omit<GoodsOrderRow, 'tenantId' | 'orderId'>>,
): Promise<void> {
  await update(tx, tenantScope(row.tenantId), goodsOrders, { orderId: row.orderId }, changes);
  await tellGoods(tx, { ...row, ...changes });
}

/**
 * The merchant has earned the money when it is paid: from then on the pieces are the player's, and wait at the counter or
 * to be sent. They come back when all of the money has gone back (`givenUp`), and not before: a platform may refuse.
 */
export const byCounter: Fulfilment = {
  async start(tx, services, order) {
    const { tenantId, id } = order;
    const row = await lockGoods(tx, order);
    const now = services.clock.now();
    const until = new Date(now.getTime() + paidKeptMs);
    const kept = await keepUntil(tx, { tenantId, key: stockKey(id), until });
    if (kept !== 'open') throw conflict('shop:error.notKept');
    const code = row.delivery === 'pickUp' ? pickUpCodeOf(services.secrets, id) : undefined;
    await changeGoods(tx, row, {
      state: 'waiting',
      orderNumber: order.number,
      paidAt: now,
      ...(code && {
        codeHash: pickUpHashOf(services.secrets, code),
        waitsUntil: new Date(now.getTime() + (await pickupDaysOf(tx, tenantId)) * dayMs),
      }),
    });
    return 'fulfilled';
  },

  /** A part of the money may go back while the goods stay; with all of it they do too, and nobody gets them meanwhile. */
  async refundable(tx, order, amount) {
    if (order.refundedAmount + amount < order.paidAmount) return;
    const row = await lockGoods(tx, order);
    if (piecesBack(row.state) === 'nothing') return;
    await changeGoods(tx, row, { state: 'refunding', stateBefore: row.state });
  },

  async refundFailed(tx, order) {
    const row = await lockGoods(tx, order);
    // it waits without a deadline from here on: nobody gives back in a circle what the platform refuses
    if (row.state === 'refunding' && row.stateBefore)
      await changeGoods(tx, row, { state: row.stateBefore, stateBefore: null, waitsUntil: null });
  },
};

/** What was never paid can be bought again without choosing again. */
async function refillCart(tx: Tx, row: GoodsOrderRow, now: Date): Promise<void> {
  await holdCart(tx, row);
  const there = await readCartLines(tx, row);
  const lines = await find(tx, tenantScope(row.tenantId), goodsOrderLines, { orderId: row.orderId });
  for (const { variantId, pieces } of lines.toSorted((a, b) => a.place - b.place))
    if (!there.some((line) => line.variantId === variantId))
      await writeCartLine(tx, row, { variantId, pieces }, now);
}

/** Never paid, or all of it went back: the pieces are the shop's again, once. */
export const givenUpGoods = (services: Services): OrderListener => ({
  async givenUp(tx, order) {
    if (order.fulfilment.name !== goodsFulfilment) return;
    const row = await lockGoods(tx, order);
    const { tenantId, orderId: id } = row;
    const now = services.clock.now();
    const how = piecesBack(row.stateBefore ?? row.state);
    if (how === 'nothing') return;
    const key = stockKey(id);
    if (how === 'release') await release(tx, { tenantId, key, at: now });
    else
      await takeBack(tx, {
        tenantId,
        key,
        userId: null,
        userName: null,
        at: now,
        ...(row.orderNumber && { note: row.orderNumber }),
      });
    const wasPaid = row.paidAt !== null;
    if (!wasPaid && row.fromCart) await refillCart(tx, row, now);
    await changeGoods(tx, row, {
      state: wasPaid ? 'refunded' : 'givenUp',
      stateBefore: null,
      codeHash: null,
      endedAt: now,
    });
  },
});
