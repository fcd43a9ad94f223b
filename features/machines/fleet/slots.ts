import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('fleet', {
  homeBand: { rank: 20, load: () => import('./web/home-states.tsx') },
  homeFigures: { rank: 10, load: () => import('./web/home-figures.tsx') },
  homeDevices: { rank: 10, load: () => import('./web/home-devices.tsx') },
  siteFigures: { rank: 10, load: () => import('./web/site-plays.tsx') },
});
