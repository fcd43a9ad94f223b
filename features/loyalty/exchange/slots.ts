import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('exchange', {
  shopWays: { rank: 20, load: () => import('./player/store-link.tsx') },
  counterAsks: { rank: 10, load: () => import('./player/counter-wish.tsx') },
});
