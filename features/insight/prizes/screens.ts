import { defineScreens } from '#kit/contract/screen.ts';
import type { prizesContract } from './contract.ts';

export default defineScreens<typeof prizesContract>('prizes', ({ staff }) => [
  staff('/gift', 'consumption', 'listConsumption', () => import('./web/consumption.tsx'), {
    menu: { root: 'sy', area: 'goods', icon: 'chart-bar', sort: 40, family: 'prizes' },
  }),
  staff('/total_gift', 'totals', 'listSiteTotals', () => import('./web/totals.tsx'), {
    menu: { tabOf: '/gift', icon: 'map-pin', sort: 10 },
  }),
  staff('/prize_statistics', 'machines', 'listPrizeMachines', () => import('./web/prize-machines.tsx'), {
    menu: { tabOf: '/gift', icon: 'claw', sort: 20 },
  }),
]);
