import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('remotecredit', {
  machineLinks: { rank: 10, load: () => import('./web/machine-links.ts') },
});
