import { defineScreens } from '#kit/contract/screen.ts';
import type { shopContract } from './contract.ts';

export default defineScreens<typeof shopContract>('shop', ({ player }) => [
  player('/program/goods', 'shelf', null, () => import('./player/shelf-page.tsx'), { platforms: ['alipay'] }),
  player('/program/goods/goodsDetails', 'good', null, () => import('./player/good-page.tsx'), {
    depth: 3,
    asksWho: true,
    platforms: ['alipay'],
  }),
  player('/program/goods/cart', 'cart', null, () => import('./player/cart-page.tsx'), {
    depth: 3,
    asksWho: true,
    platforms: ['alipay'],
  }),
  player('/program/goods/confirmOrder', 'confirm', null, () => import('./player/confirm-page.tsx'), {
    depth: 4,
    asksWho: true,
    platforms: ['alipay'],
  }),
]);
