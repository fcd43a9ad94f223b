import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('briefings', { homeBand: () => import('./web/home-today.tsx') });
