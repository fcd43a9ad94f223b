import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('conversations', {
  ownWays: { rank: 10, load: () => import('./player/service-entry.tsx') },
  orderWays: { rank: 10, load: () => import('./player/order-entry.tsx') },
  topBarMessages: { rank: 10, load: () => import('./web/unread-mark.tsx') },
});
