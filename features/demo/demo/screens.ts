import { defineScreens } from '#kit/contract/screen.ts';
import type { demoContract } from './contract.ts';

export default defineScreens<typeof demoContract>('demo', [
  {
    path: '/demo_outbox',
    title: 'outbox',
    audience: 'anyone',
    depth: 2,
    onlyDemo: true,
    load: () => import('./web/outbox.tsx'),
  },
  {
    path: '/demo_machine',
    title: 'machine',
    audience: 'anyone',
    depth: 2,
    onlyDemo: true,
    load: () => import('./web/machine-window.tsx'),
  },
]);
