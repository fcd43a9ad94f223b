import { handOut } from '#features/loyalty/stock/server/public.ts';
import { conflict, missing } from '#kit/kernel/errors.ts';
import { audit } from '#kit/server/audit.ts';
import type { StaffContext } from '#kit/server/context.ts';
import type { Tx } from '#kit/server/database.ts';
import { find } from '#kit/server/tables.ts';
import type { Delivery } from '../contract/kinds.ts';
import { lineName } from '../rules/cart-rules.ts';
import { goodsOrderLines, goodsOrders } from '../tables.ts';
import { stockKey } from './draft-order.ts';
import { changeGoods, type GoodsOrderRow } from './follow-order.ts';
import { pickUpHashOf } from './pick-up-code.ts';

/** Whoever comes at the same moment waits here, and finds it handed out. */
async function lockWaiting(
  tx: Tx,
  context: StaffContext,
  where: { codeHash: string } | { orderId: string },
  delivery: Delivery,
): Promise<GoodsOrderRow> {
  const [found] = await find(tx, context.session.scope, goodsOrders, where, 'update');
  if (!found || found.delivery !== delivery) throw missing('shop:error.noOrder');
  if (found.state !== 'waiting') throw conflict(`shop:error.is.${found.state}`);
  return found;
}

/** The pieces leave the store by a document in the name of who hands them out. */
async function letOut(
  tx: Tx,
  context: StaffContext,
  row: GoodsOrderRow,
  changes: Pick<GoodsOrderRow, 'state'> & Partial<GoodsOrderRow>,
  action: string,
): Promise<void> {
  const { userId, name: userName } = context.session;
  const at = context.clock.now();
  const { tenantId, orderId, orderNumber } = row;
  await handOut(tx, { tenantId, key: stockKey(orderId), note: orderNumber ?? '', userId, userName, at });
  await changeGoods(tx, row, { ...changes, handedAt: at, userId, userName });
  await audit(tx, context, {
    action,
    entity: 'order',
    entityId: orderId,
    siteId: row.siteId,
    label: orderNumber ?? '',
    after: { title: row.title, ...(changes.carrier && { carrier: changes.carrier }) },
  });
}

export const handOutByCode = (context: StaffContext, code: string) =>
  context.db.transaction(async (tx) => {
    const codeHash = pickUpHashOf(context.services.secrets, code);
    const row = await lockWaiting(tx, context, { codeHash }, 'pickUp');
    await letOut(tx, context, row, { state: 'handedOut' }, 'shop.handOut');
    const lines = await find(tx, context.session.scope, goodsOrderLines, { orderId: row.orderId });
    return {
      orderNumber: row.orderNumber ?? '',
      lines: lines
        .toSorted((a, b) => a.place - b.place)
        .map((line) => ({ name: lineName(line), pieces: line.pieces })),
    };
  });

export const shipOrder = (
  context: StaffContext,
  { id, carrier, trackingNumber }: { id: string; carrier: string; trackingNumber: string },
) =>
  context.db.transaction(async (tx) => {
    const row = await lockWaiting(tx, context, { orderId: id }, 'ship');
    await letOut(tx, context, row, { state: 'shipped', carrier, trackingNumber }, 'shop.ship');
  });
