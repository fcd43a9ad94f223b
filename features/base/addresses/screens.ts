import { defineScreens } from '#kit/contract/screen.ts';
import type { addressesContract } from './contract.ts';

export default defineScreens<typeof addressesContract>('addresses', [
  {
    path: '/subIntegralStore/addAddress',
    title: 'addresses',
    audience: 'player',
    depth: 3,
    asksWho: true,
    load: () => import('./player/addresses-page.tsx'),
  },
]);
