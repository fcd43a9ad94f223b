import { defineScreens } from '#kit/contract/screen.ts';
import type { exchangeContract } from './contract.ts';

export default defineScreens<typeof exchangeContract>('exchange', [
  {
    path: '/integralStore/sell',
    title: 'sell',
    audience: 'staff',
    depth: 2,
    needs: 'askExchange',
    menu: { tabOf: '/integralStore/orderManage', icon: 'scan', sort: 10 },
    load: () => import('./web/counter.tsx'),
  },
  {
    path: '/subIntegralStore',
    title: 'store',
    audience: 'player',
    depth: 2,
    asksWho: true,
    load: () => import('./player/store-page.tsx'),
  },
  {
    path: '/program/home/goodsExchange',
    title: 'gifts',
    audience: 'player',
    depth: 2,
    asksWho: true,
    load: () => import('./player/gifts-page.tsx'),
  },
  {
    path: '/program/home/goodsExchange/goodsDetail',
    title: 'gift',
    audience: 'player',
    depth: 3,
    asksWho: true,
    load: () => import('./player/gift-page.tsx'),
  },
  {
    path: '/subIntegralStore/exchangeGood',
    title: 'exchange',
    audience: 'player',
    depth: 3,
    asksWho: true,
    load: () => import('./player/exchange-page.tsx'),
  },
  {
    path: '/subIntegralStore/order',
    title: 'own',
    audience: 'player',
    depth: 2,
    asksWho: true,
    load: () => import('./player/orders-page.tsx'),
  },
]);
