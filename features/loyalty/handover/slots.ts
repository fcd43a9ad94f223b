import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('handover', {
  shopOrderParts: { rank: 10, load: () => import('./player/goods-claim.tsx') },
});
