import { defineScreens } from '#kit/contract/screen.ts';
import type { paymentsContract } from './contract.ts';

export default defineScreens<typeof paymentsContract>('payments', [
  {
    path: '/payment_platforms',
    title: 'platforms',
    audience: 'staff',
    depth: 2,
    needs: 'listPlatforms',
    menu: { root: 'sy', area: 'orders', icon: 'credit-card', sort: 80 },
    load: () => import('./web/platforms.tsx'),
  },
  {
    path: '/payment_bills',
    title: 'bills',
    audience: 'staff',
    depth: 2,
    needs: 'listBills',
    menu: { tabOf: '/payment_platforms', icon: 'file-text', sort: 5 },
    load: () => import('./web/bills.tsx'),
  },
]);
