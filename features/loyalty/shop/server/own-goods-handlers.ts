import { siteTerms } from '#features/base/sites/server/public.ts';
import { shopStoreOf } from '#features/loyalty/stock/server/public.ts';
import { findOwnOrder } from '#features/selling/orders/server/public.ts';
import { missing } from '#kit/kernel/errors.ts';
import type { Handlers } from '#kit/server/context.ts';
import { findOwn } from '#kit/server/player-tables.ts';
import { tenantScope } from '#kit/server/scope.ts';
import { find } from '#kit/server/tables.ts';
import type { ownCalls } from '../contract/own.ts';
import { goodsOrderLines, goodsOrders } from '../tables.ts';
import { pickUpCodeOf } from './pick-up-code.ts';

export const ownGoodsHandlers: Handlers<Pick<typeof ownCalls, 'readOwnGoods'>> = {
  async readOwnGoods({ db, session, services }, { orderNumber }) {
    const { orders: order } = await findOwnOrder(db.read, session.scope, orderNumber);
    const { tenantId, id } = order;
    const [row] = await findOwn(db.read, session.scope, goodsOrders, { orderId: id });
    if (!row) throw missing();
    const scope = tenantScope(tenantId);
    const [lines, site, store] = await Promise.all([
      find(db.read, scope, goodsOrderLines, { orderId: id }),
      siteTerms(db.read, scope, row.siteId),
      shopStoreOf(db.read, tenantId, row.siteId),
    ]);
    const { state, delivery, receiver, carrier, trackingNumber, handedAt, waitsUntil } = row;
    return {
      state,
      delivery,
      lines: lines.toSorted((a, b) => a.place - b.place),
      code: state === 'waiting' && delivery === 'pickUp' ? pickUpCodeOf(services.secrets, id) : null,
      counter: {
        name: store?.name ?? site?.name ?? '',
        address: site?.address ?? '',
        contactNumber: site?.contactNumber || null,
      },
      receiver,
      carrier,
      trackingNumber,
      handedAt,
      waitsUntil: state === 'waiting' ? waitsUntil : null,
    };
  },
};
