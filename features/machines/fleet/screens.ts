import { defineScreens } from '#kit/contract/screen.ts';
import type { fleetContract } from './contract.ts';

export default defineScreens<typeof fleetContract>('fleet', ({ staff }) => [
  staff('/equipmentList', 'list', 'listDevices', () => import('./web/device-list.tsx'), {
    depth: 1,
    menu: { root: 'sy', area: 'machines', icon: 'device', sort: 10 },
  }),
  staff('/shop', 'shop', 'listDevicesOfSite', () => import('./web/site-devices.tsx'), {
    menu: { tabOf: '/equipmentList', icon: 'building-store', sort: 10 },
  }),
  staff('/ewm', 'scan', 'checkDevice', () => import('./web/scan.tsx'), {
    depth: 3,
    menu: { tabOf: '/register_equip', icon: 'scan', sort: 10 },
    platforms: ['wechat'],
  }),
  staff('/registered', 'scanResult', 'checkDevice', () => import('./web/scan-result.tsx'), { depth: 4 }),
  staff('/register_equip', 'register', 'registerDevice', () => import('./web/register-device.tsx'), {
    depth: 3,
    menu: { root: 'sy', area: 'machines', icon: 'plus', sort: 30 },
  }),
  staff(
    '/other_register_equip',
    'registerOther',
    'registerDevice',
    () => import('./web/register-other.tsx'),
    {
      depth: 4,
    },
  ),
  staff('/edit_equip', 'edit', 'updateDevice', () => import('./web/edit-device.tsx')),
  staff('/setSorting', 'sort', 'sortDevices', () => import('./web/sort-devices.tsx')),
  staff('/equipRecord', 'records', 'listRecords', () => import('./web/device-records.tsx')),
  staff('/equipmentDescription', 'description', 'saveDescription', () => import('./web/describe-device.tsx')),
  staff('/device_labels', 'labels', 'printLabels', () => import('./web/labels.tsx')),
  staff('/device_transfers', 'transfers', 'listTransfers', () => import('./web/transfers.tsx'), {
    depth: 3,
    menu: { tabOf: '/equipmentList', icon: 'arrows-exchange', sort: 20 },
  }),
]);
