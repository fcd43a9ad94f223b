import { defineScreens } from '#kit/contract/screen.ts';
import type { pairingContract } from './contract.ts';

export default defineScreens<typeof pairingContract>('pairing', [
  {
    path: '/distribution_network',
    title: 'pairing',
    audience: 'staff',
    depth: 2,
    needs: 'startPairing',
    menu: { tabOf: '/register_equip', icon: 'wifi', sort: 20 },
    load: () => import('./web/distribution-network.tsx'),
  },
]);
