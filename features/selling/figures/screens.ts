import { defineScreens } from '#kit/contract/screen.ts';
import type { figuresContract } from './contract.ts';

export default defineScreens<typeof figuresContract>('figures', ({ staff }) => [
  staff('/figure_care', 'care', 'listCorrections', () => import('./web/figure-care.tsx'), {
    menu: { tabOf: '/business_statistics', icon: 'shield', sort: 24 },
  }),
  staff('/details_income', 'income', 'readIncome', () => import('./web/income.tsx'), {
    depth: 3,
    menu: { tabOf: '/wallet', icon: 'chart-pie', sort: 20 },
  }),
]);
