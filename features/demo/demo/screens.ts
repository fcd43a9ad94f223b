import { defineScreens } from '#kit/contract/screen.ts';
import type { demoContract } from './contract.ts';

export default defineScreens<typeof demoContract>('demo', ({ anyone }) => [
  anyone('/demo_outbox', 'outbox', null, () => import('./web/outbox.tsx'), { onlyDemo: true }),
  anyone('/demo_machine', 'machine', null, () => import('./web/machine-window.tsx'), { onlyDemo: true }),
]);
