import { defineScreens } from '#kit/contract/screen.ts';
import type { shopContract } from './contract.ts';

export default defineScreens<typeof shopContract>('shop', [
  {
    path: '/program/goods',
    title: 'shelf',
    audience: 'player',
    depth: 2,
    platforms: ['alipay'],
    load: () => import('./player/shelf-page.tsx'),
  },
  {
    path: '/program/goods/goodsDetails',
    title: 'good',
    audience: 'player',
    depth: 3,
    asksWho: true,
    platforms: ['alipay'],
    load: () => import('./player/good-page.tsx'),
  },
  {
    path: '/program/goods/cart',
    title: 'cart',
    audience: 'player',
    depth: 3,
    asksWho: true,
    platforms: ['alipay'],
    load: () => import('./player/cart-page.tsx'),
  },
  {
    path: '/program/goods/confirmOrder',
    title: 'confirm',
    audience: 'player',
    depth: 4,
    asksWho: true,
    platforms: ['alipay'],
    load: () => import('./player/confirm-page.tsx'),
  },
]);
