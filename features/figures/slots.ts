import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('figures', { walletIncome: () => import('./web/recent-income.tsx') });
