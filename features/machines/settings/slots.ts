import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('settings', {
  fleetActions: { rank: 10, load: () => import('./web/fleet-actions.ts') },
});
