import { defineScreens } from '#kit/contract/screen.ts';
import type { addressesContract } from './contract.ts';

export default defineScreens<typeof addressesContract>('addresses', ({ player }) => [
  player('/subIntegralStore/addAddress', 'addresses', null, () => import('./player/addresses-page.tsx'), {
    depth: 3,
    asksWho: true,
  }),
]);
