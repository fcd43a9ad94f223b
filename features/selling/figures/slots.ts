import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('figures', {
  walletIncome: { rank: 10, load: () => import('./web/recent-income.tsx') },
});
