import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('coins', { homeFigures: () => import('./web/home-money.tsx') });
