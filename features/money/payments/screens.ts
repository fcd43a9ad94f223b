import { defineScreens } from '#kit/contract/screen.ts';
import type { paymentsContract } from './contract.ts';

export default defineScreens<typeof paymentsContract>('payments', ({ staff }) => [
  staff('/payment_platforms', 'platforms', 'listPlatforms', () => import('./web/platforms.tsx'), {
    menu: { root: 'sy', area: 'orders', icon: 'credit-card', sort: 80 },
  }),
  staff('/payment_bills', 'bills', 'listBills', () => import('./web/bills.tsx'), {
    menu: { tabOf: '/payment_platforms', icon: 'file-text', sort: 5 },
  }),
]);
