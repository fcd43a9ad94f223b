import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('views', { savedViews: () => import('./web/view-chips.tsx') });
