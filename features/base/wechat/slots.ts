import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('wechat', {
  accountCards: { rank: 10, load: () => import('./web/wechat-link.tsx') },
});
