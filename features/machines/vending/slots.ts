import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('vending', {
  machineLinks: { rank: 30, load: () => import('./web/machine-links.ts') },
  machineCommands: { rank: 10, load: () => import('./web/machine-commands.ts') },
  placementActions: { rank: 10, load: () => import('./web/plan-round.ts') },
});
