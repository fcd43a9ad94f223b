import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('devices', {
  homeBand: () => import('./web/home-states.tsx'),
  homeFigures: () => import('./web/home-figures.tsx'),
  homeDevices: () => import('./web/home-devices.tsx'),
});
