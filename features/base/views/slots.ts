import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('views', { savedViews: { rank: 10, load: () => import('./web/view-chips.tsx') } });
