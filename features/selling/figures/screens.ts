import { defineScreens } from '#kit/contract/screen.ts';
import type { figuresContract } from './contract.ts';

export default defineScreens<typeof figuresContract>('figures', [
  {
    path: '/figure_care',
    title: 'care',
    audience: 'staff',
    depth: 2,
    needs: 'listCorrections',
    menu: { tabOf: '/business_statistics', icon: 'shield', sort: 24 },
    load: () => import('./web/figure-care.tsx'),
  },
  {
    path: '/details_income',
    title: 'income',
    audience: 'staff',
    depth: 3,
    needs: 'readIncome',
    menu: { tabOf: '/wallet', icon: 'chart-pie', sort: 20 },
    load: () => import('./web/income.tsx'),
  },
]);
