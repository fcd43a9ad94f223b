import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('demo', {
  sentCodes: { rank: 10, load: () => import('./web/sent-code.tsx') },
});
