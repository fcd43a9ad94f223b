import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('showroom', {
  sentCodes: { rank: 10, load: () => import('./web/sent-code.tsx') },
});
