import { and, eq, isNotNull } from 'drizzle-orm';
import { playerView } from '#features/base/players/server/public.ts';
import { siteView } from '#features/base/sites/server/public.ts';
import type { ParsedInputOf } from '#kit/contract/endpoint.ts';
import type { Reader } from '#kit/server/database.ts';
import { equals, pageRows, search, since, until } from '#kit/server/page-rows.ts';
import type { Scope } from '#kit/server/scope.ts';
import { rows } from '#kit/server/tables.ts';
import type { orderCalls } from '../contract/orders.ts';
import { goodsOrders } from '../tables.ts';

/** Orders of goods that were paid, newest first. */
export function pageGoodsOrders(
  reader: Reader,
  scope: Scope,
  input: ParsedInputOf<typeof orderCalls.listGoodsOrders>,
) {
  const order = rows(scope, goodsOrders);
  const player = playerView();
  const site = siteView(scope);
  return pageRows(reader, input, {
    from: () =>
      reader
        .select({
          id: order.orderId,
          orderNumber: order.orderNumber,
          title: order.title,
          pieces: order.pieces,
          amountFen: order.amountFen,
          state: order.state,
          delivery: order.delivery,
          fieldId: order.siteId,
          fieldName: site.name,
          playerId: order.playerId,
          playerName: player.name,
          receiver: order.receiver,
          carrier: order.carrier,
          trackingNumber: order.trackingNumber,
          paidAt: order.paidAt,
          handedAt: order.handedAt,
          waitsUntil: order.waitsUntil,
          userName: order.userName,
        })
        .from(order)
        .innerJoin(player, eq(player.id, order.playerId))
        .leftJoin(site, and(eq(site.tenantId, order.tenantId), eq(site.id, order.siteId)))
        .$dynamic(),
    where: isNotNull(order.paidAt),
    filters: {
      orderNumber: search(order.orderNumber, order.title, player.name),
      state: equals(order.state),
      delivery: equals(order.delivery),
      fieldId: equals(order.siteId),
      from: since(order.paidAt),
      to: until(order.paidAt),
    },
    sort: { paidAt: order.paidAt },
    usual: { by: 'paidAt', order: 'desc' },
    tie: order.orderId,
  });
}
