import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('briefings', {
  homeBand: { rank: 10, load: () => import('./web/home-today.tsx') },
});
