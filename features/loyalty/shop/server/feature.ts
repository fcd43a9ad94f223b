import { registerOwnData } from '#features/base/players/server/public.ts';
import { onOrders, registerFulfilment } from '#features/selling/orders/server/public.ts';
import { serveFeature } from '#kit/server/context.ts';
import { shopFeature } from '../feature.ts';
import { cartHandlers } from './cart-handlers.ts';
import { shopChecks } from './checks.ts';
import { goodsFulfilment } from './draft-order.ts';
import { expirePickUps, remindPickUps } from './expire-pick-ups.ts';
import { byCounter, givenUpGoods } from './follow-order.ts';
import { orderHandlers } from './order-handlers.ts';
import { goodsOwnData } from './own-data.ts';
import { ownGoodsHandlers } from './own-goods-handlers.ts';
import { shelfHandlers } from './shelf-handlers.ts';

export default serveFeature(shopFeature, {
  handlers: { ...shelfHandlers, ...cartHandlers, ...ownGoodsHandlers, ...orderHandlers },
  checks: shopChecks,
  jobs: [
    {
      name: 'shop.expire',
      cron: '2-59/5 * * * *',
      run: async (services) => {
        await expirePickUps(services);
      },
    },
    {
      name: 'shop.remind',
      // from nine to eight in the evening where the shops are: nobody is woken
      cron: '25 1-12 * * *',
      run: async (services) => {
        await remindPickUps(services);
      },
    },
  ],
  async start(services) {
    registerFulfilment(services, goodsFulfilment, byCounter);
    onOrders(services, givenUpGoods(services));
    registerOwnData(services, goodsOwnData);
  },
});
