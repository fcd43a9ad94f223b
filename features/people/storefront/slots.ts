import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('storefront', {
  shopHeads: { rank: 10, load: () => import('./player/carousel.tsx') },
  shopWays: { rank: 40, load: () => import('./player/group-link.tsx') },
  marketingTools: { rank: 80, load: () => import('./web/own-tools.tsx') },
});
