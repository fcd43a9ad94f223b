import { defineScreens } from '#kit/contract/screen.ts';
import type { prizesContract } from './contract.ts';

export default defineScreens<typeof prizesContract>('prizes', [
  {
    path: '/gift',
    title: 'consumption',
    audience: 'staff',
    depth: 2,
    needs: 'listConsumption',
    menu: { root: 'sy', area: 'goods', icon: 'chart-bar', sort: 40, family: 'prizes' },
    load: () => import('./web/consumption.tsx'),
  },
  {
    path: '/total_gift',
    title: 'totals',
    audience: 'staff',
    depth: 2,
    needs: 'listSiteTotals',
    menu: { tabOf: '/gift', icon: 'map-pin', sort: 10 },
    load: () => import('./web/totals.tsx'),
  },
  {
    path: '/prize_statistics',
    title: 'machines',
    audience: 'staff',
    depth: 2,
    needs: 'listPrizeMachines',
    menu: { tabOf: '/gift', icon: 'claw', sort: 20 },
    load: () => import('./web/prize-machines.tsx'),
  },
]);
