import { defineScreens } from '#kit/contract/screen.ts';
import type { playContract } from './contract.ts';

export default defineScreens<typeof playContract>('play', ({ staff, player }) => [
  player('/index', 'machine', 'readMachine', () => import('./player/machine-page.tsx'), {
    depth: 1,
    asksWho: true,
    platforms: ['alipay'],
  }),
  player('/index2', 'shelf', 'readMachine', () => import('./player/shelf-page.tsx'), {
    depth: 1,
    asksWho: true,
    platforms: ['alipay'],
  }),
  player('/orderConfirm', 'confirm', 'readMachine', () => import('./player/order-confirm.tsx'), {
    platforms: ['alipay'],
  }),
  player('/start_equip', 'start', null, () => import('./player/start-equip.tsx'), {
    depth: 3,
    platforms: ['alipay'],
  }),
  staff('/play_odds', 'odds', 'listOdds', () => import('./web/odds-list.tsx'), {
    menu: { tabOf: '/giftmanage', icon: 'eye', sort: 30 },
  }),
]);
