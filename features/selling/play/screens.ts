import { defineScreens } from '#kit/contract/screen.ts';
import type { playContract } from './contract.ts';

export default defineScreens<typeof playContract>('play', [
  {
    path: '/index',
    title: 'machine',
    audience: 'player',
    depth: 1,
    needs: 'readMachine',
    asksWho: true,
    platforms: ['alipay'],
    load: () => import('./player/machine-page.tsx'),
  },
  {
    path: '/index2',
    title: 'shelf',
    audience: 'player',
    depth: 1,
    needs: 'readMachine',
    asksWho: true,
    platforms: ['alipay'],
    load: () => import('./player/shelf-page.tsx'),
  },
  {
    path: '/orderConfirm',
    title: 'confirm',
    audience: 'player',
    depth: 2,
    needs: 'readMachine',
    platforms: ['alipay'],
    load: () => import('./player/order-confirm.tsx'),
  },
  {
    path: '/start_equip',
    title: 'start',
    audience: 'player',
    depth: 3,
    platforms: ['alipay'],
    load: () => import('./player/start-equip.tsx'),
  },
  {
    path: '/play_odds',
    title: 'odds',
    audience: 'staff',
    depth: 2,
    needs: 'listOdds',
    menu: { tabOf: '/giftmanage', icon: 'eye', sort: 30 },
    load: () => import('./web/odds-list.tsx'),
  },
]);
