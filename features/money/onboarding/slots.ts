import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('onboarding', {
  accountLinks: { rank: 10, load: () => import('./web/account-link.tsx') },
});
