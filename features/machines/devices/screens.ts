import { defineScreens } from '#kit/contract/screen.ts';
import type { devicesContract } from './contract.ts';

export default defineScreens<typeof devicesContract>('devices', ({ staff }) => [
  staff('/device_production', 'production', 'listIdentities', () => import('./web/production.tsx'), {
    menu: { root: 'sy', area: 'machines', icon: 'qrcode', sort: 70 },
  }),
]);
