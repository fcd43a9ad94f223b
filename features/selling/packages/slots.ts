import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('packages', {
  machineLinks: { rank: 20, load: () => import('./web/machine-links.ts') },
});
