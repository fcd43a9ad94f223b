import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('coins', {
  machineCommands: { rank: 20, load: () => import('./web/machine-commands.ts') },
});
