import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('groupbuys', {
  shopWays: { rank: 30, load: () => import('./player/home-link.tsx') },
});
