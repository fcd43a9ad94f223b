import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('playerapp', {
  payRemedies: { rank: 10, load: () => import('./player/ask-pay-password.ts') },
  scannedCodes: { rank: 10, load: () => import('./web/scanned-code.ts') },
});
