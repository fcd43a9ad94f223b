import { defineScreens } from '#kit/contract/screen.ts';
import type { ledgerContract } from './contract.ts';

export default defineScreens<typeof ledgerContract>('ledger', [
  {
    path: '/ledger_proof',
    title: 'proof',
    audience: 'staff',
    depth: 2,
    needs: 'prove',
    menu: { tabOf: '/payment_platforms', icon: 'shield', sort: 10 },
    load: () => import('./web/proof.tsx'),
  },
]);
