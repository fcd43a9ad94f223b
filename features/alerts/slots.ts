import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('alerts', {
  topBarMessages: () => import('./web/alert-bell.tsx'),
  homeAttention: () => import('./web/home-alerts.tsx'),
  background: () => import('./web/alert-watcher.tsx'),
});
