import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { orderCalls } from '../contract/orders.ts';
import { handOutByCode, shipOrder } from './hand-out-goods.ts';
import { pageGoodsOrders } from './order-queries.ts';

export const orderHandlers: Handlers<typeof orderCalls> = {
  async listGoodsOrders({ db, session }, input) {
    const page = await pageGoodsOrders(db.read, session.scope, input);
    return mapPage(page, ({ receiver, orderNumber, ...row }) => ({
      ...row,
      orderNumber: orderNumber ?? '',
      receiver:
        receiver &&
        [receiver.name, receiver.phone, receiver.region, receiver.street].filter(Boolean).join(' '),
    }));
  },

  handOutGoods: (context, { code }) => handOutByCode(context, code.replaceAll(' ', '')),

  async shipGoods(context, input) {
    await shipOrder(context, input);
    return {};
  },
};
