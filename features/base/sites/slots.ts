import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('sites', {
  topBarSite: { rank: 10, load: () => import('./web/site-switcher.tsx') },
});
