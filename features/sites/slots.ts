import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('sites', { topBarSite: () => import('./web/site-switcher.tsx') });
