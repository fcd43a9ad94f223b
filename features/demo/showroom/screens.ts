import { defineScreens } from '#kit/contract/screen.ts';
import type { showroomContract } from './contract.ts';

export default defineScreens<typeof showroomContract>('showroom', ({ anyone }) => [
  anyone('/demo_outbox', 'outbox', null, () => import('./web/outbox.tsx'), { onlyDemo: true }),
  anyone('/demo_machine', 'machine', null, () => import('./web/machine-window.tsx'), { onlyDemo: true }),
]);
