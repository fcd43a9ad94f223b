import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('cards', {
  shopWays: { rank: 10, load: () => import('./player/home-link.tsx') },
  machineWays: { rank: 10, load: () => import('./player/machine-link.tsx') },
});
