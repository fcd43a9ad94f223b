import { defineScreens } from '#kit/contract/screen.ts';
import type { ledgerContract } from './contract.ts';

export default defineScreens<typeof ledgerContract>('ledger', ({ staff }) => [
  staff('/ledger_proof', 'proof', 'prove', () => import('./web/proof.tsx'), {
    menu: { tabOf: '/payment_platforms', icon: 'shield', sort: 10 },
  }),
]);
