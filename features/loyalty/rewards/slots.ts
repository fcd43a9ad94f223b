import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('rewards', {
  payAids: { rank: 10, load: () => import('./player/apply-voucher.tsx') },
});
