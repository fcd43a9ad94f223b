import { defineScreens } from '#kit/contract/screen.ts';
import type { vendingContract } from './contract.ts';

export default defineScreens<typeof vendingContract>('vending', ({ staff }) => [
  staff('/replenishment', 'replenishment', 'listStock', () => import('./web/replenishment.tsx'), {
    menu: { root: 'sy', area: 'goods', icon: 'truck', sort: 10 },
  }),
  staff('/addTemplate', 'templates', 'listTemplates', () => import('./web/templates.tsx'), {
    menu: { root: 'sy', area: 'goods', icon: 'package', sort: 20 },
  }),
  staff('/replenishmentRetails', 'records', 'listMovements', () => import('./web/movement-list.tsx'), {
    menu: { tabOf: '/replenishment', icon: 'clipboard-list', sort: 10 },
  }),
  staff('/setGoods', 'goods', 'updateLanes', () => import('./web/lane-goods.tsx'), { depth: 4 }),
  staff('/channelConfiguration', 'layout', 'saveLayout', () => import('./web/lane-layout.tsx'), { depth: 4 }),
  staff('/vend_test', 'test', 'testLane', () => import('./web/lane-test.tsx'), { depth: 4 }),
]);
