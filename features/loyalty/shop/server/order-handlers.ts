import { maskPhone } from '#kit/kernel/masked.ts';
import type { Handlers } from '#kit/server/context.ts';
import { mapPage } from '#kit/server/page-rows.ts';
import type { orderCalls } from '../contract/orders.ts';
import type { Receiver } from '../tables.ts';
import { handOutByCode, shipOrder } from './hand-out-goods.ts';
import { pageGoodsOrders } from './order-queries.ts';

/** The number is for the parcel: afterwards nobody need read it. */
const lineOf = ({ name, phone, region, street }: Receiver, isWaiting: boolean) =>
  [name, isWaiting ? phone : maskPhone(phone), region, street].filter(Boolean).join(' ');

export const orderHandlers: Handlers<typeof orderCalls> = {
  async listGoodsOrders({ db, session }, input) {
    const page = await pageGoodsOrders(db.read, session.scope, input);
    return mapPage(page, ({ receiver, orderNumber, ...row }) => ({
      ...row,
      orderNumber: orderNumber ?? '',
      receiver: receiver && lineOf(receiver, row.state === 'waiting'),
    }));
  },

  handOutGoods: (context, { code }) => handOutByCode(context, code.replaceAll(' ', '')),

  async shipGoods(context, input) {
    await shipOrder(context, input);
    return {};
  },
};
