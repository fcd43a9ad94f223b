import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('devices', {
  homeFigures: () => import('./web/home-figures.tsx'),
  homeDevices: () => import('./web/home-devices.tsx'),
});
