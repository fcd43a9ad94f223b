import { defineScreens } from '#kit/contract/screen.ts';
import type { pairingContract } from './contract.ts';

export default defineScreens<typeof pairingContract>('pairing', ({ staff }) => [
  staff('/distribution_network', 'pairing', 'startPairing', () => import('./web/distribution-network.tsx'), {
    menu: { tabOf: '/register_equip', icon: 'wifi', sort: 20 },
  }),
]);
