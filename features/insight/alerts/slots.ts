import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('alerts', {
  topBarMessages: { rank: 10, load: () => import('./web/alert-bell.tsx') },
  homeAttention: { rank: 10, load: () => import('./web/home-alerts.tsx') },
  background: { rank: 10, load: () => import('./web/alert-watcher.tsx') },
  machineNotes: { rank: 10, load: () => import('./web/machine-alerts.tsx') },
});
