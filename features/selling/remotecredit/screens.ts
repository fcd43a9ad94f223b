import { defineScreens } from '#kit/contract/screen.ts';
import type { remotecreditContract } from './contract.ts';

export default defineScreens<typeof remotecreditContract>('remotecredit', [
  {
    path: '/ycsf',
    title: 'page',
    audience: 'player',
    depth: 3,
    needs: 'readLink',
    load: () => import('./player/coin-link.tsx'),
  },
  {
    path: '/remote_credit',
    title: 'credit',
    audience: 'staff',
    depth: 3,
    needs: 'creditDevice',
    load: () => import('./web/remote-credit.tsx'),
  },
  {
    path: '/sfrecord',
    title: 'records',
    audience: 'staff',
    depth: 2,
    needs: 'listCredits',
    menu: { tabOf: '/issue_coins', icon: 'history', sort: 20 },
    load: () => import('./web/credit-records.tsx'),
  },
]);
