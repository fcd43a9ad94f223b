import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('partners', {
  accountLinks: { rank: 20, load: () => import('./web/account-links.ts') },
});
