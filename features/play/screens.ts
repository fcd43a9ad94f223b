import { defineScreens } from '#kit/contract/screen.ts';
import type { playContract } from './contract.ts';

export default defineScreens<typeof playContract>('play', [
  {
    path: '/index',
    title: 'machine',
    audience: 'player',
    depth: 1,
    needs: 'readMachine',
    platforms: ['alipay'],
    load: () => import('./player/machine-page.tsx'),
  },
]);
