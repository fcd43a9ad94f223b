import { defineScreens } from '#kit/contract/screen.ts';
import type { vendingContract } from './contract.ts';

export default defineScreens<typeof vendingContract>('vending', [
  {
    path: '/replenishment',
    title: 'replenishment',
    audience: 'staff',
    depth: 2,
    needs: 'listStock',
    menu: { root: 'sy', area: 'goods', icon: 'truck', sort: 10 },
    load: () => import('./web/replenishment.tsx'),
  },
  {
    path: '/addTemplate',
    title: 'templates',
    audience: 'staff',
    depth: 2,
    needs: 'listTemplates',
    menu: { root: 'sy', area: 'goods', icon: 'package', sort: 20 },
    load: () => import('./web/templates.tsx'),
  },
  {
    path: '/replenishmentRetails',
    title: 'records',
    audience: 'staff',
    depth: 2,
    needs: 'listMovements',
    menu: { tabOf: '/replenishment', icon: 'clipboard-list', sort: 10 },
    load: () => import('./web/movement-list.tsx'),
  },
  {
    path: '/setGoods',
    title: 'goods',
    audience: 'staff',
    depth: 4,
    needs: 'updateLanes',
    load: () => import('./web/lane-goods.tsx'),
  },
  {
    path: '/channelConfiguration',
    title: 'layout',
    audience: 'staff',
    depth: 4,
    needs: 'saveLayout',
    load: () => import('./web/lane-layout.tsx'),
  },
  {
    path: '/vend_test',
    title: 'test',
    audience: 'staff',
    depth: 4,
    needs: 'testLane',
    load: () => import('./web/lane-test.tsx'),
  },
]);
