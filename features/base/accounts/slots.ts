import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('accounts', {
  seesAllSites: { rank: 10, load: () => import('./web/use-sees-all-sites.ts') },
});
