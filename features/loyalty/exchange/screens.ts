import { defineScreens } from '#kit/contract/screen.ts';
import type { exchangeContract } from './contract.ts';

export default defineScreens<typeof exchangeContract>('exchange', ({ staff, player }) => [
  staff('/integralStore/sell', 'sell', 'askExchange', () => import('./web/counter.tsx'), {
    menu: { tabOf: '/integralStore/orderManage', icon: 'scan', sort: 10 },
  }),
  player('/subIntegralStore', 'store', null, () => import('./player/store-page.tsx'), { asksWho: true }),
  player('/program/home/goodsExchange', 'gifts', null, () => import('./player/gifts-page.tsx'), {
    asksWho: true,
  }),
  player('/program/home/goodsExchange/goodsDetail', 'gift', null, () => import('./player/gift-page.tsx'), {
    depth: 3,
    asksWho: true,
  }),
  player('/subIntegralStore/exchangeGood', 'exchange', null, () => import('./player/exchange-page.tsx'), {
    depth: 3,
    asksWho: true,
  }),
  player('/subIntegralStore/order', 'own', null, () => import('./player/orders-page.tsx'), { asksWho: true }),
]);
