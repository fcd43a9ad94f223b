import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('shop', {
  shopShelves: { rank: 10, load: () => import('./player/shelf-link.tsx') },
});
