import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('redpackets', {
  shopWays: { rank: 5, load: () => import('./player/home-link.tsx') },
});
