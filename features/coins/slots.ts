import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('coins', { homeBand: () => import('./web/home-money.tsx') });
