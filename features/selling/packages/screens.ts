import { defineScreens } from '#kit/contract/screen.ts';
import type { packagesContract } from './contract.ts';

export default defineScreens<typeof packagesContract>('packages', ({ staff }) => [
  staff('/directCoinIssuance', 'coins', 'listCoinPackages', () => import('./web/coin-packages.tsx'), {
    menu: { root: 'my', area: 'members', icon: 'package', sort: 20, family: 'prices' },
  }),
  staff('/valueSavingPackage', 'stored', 'listStoredPackages', () => import('./web/stored-packages.tsx'), {
    menu: { tabOf: '/directCoinIssuance', icon: 'wallet', sort: 10 },
  }),
  staff('/points_packages', 'points', 'listPointsPackages', () => import('./web/points-packages.tsx'), {
    menu: { tabOf: '/directCoinIssuance', icon: 'star', sort: 12 },
  }),
  staff('/cashPackage', 'cash', 'listCashPackages', () => import('./web/cash-packages.tsx'), {
    menu: { tabOf: '/directCoinIssuance', icon: 'cash', sort: 15 },
  }),
  staff('/deviceParametertc', 'devices', 'listDevicePackages', () => import('./web/device-packages.tsx'), {
    menu: { tabOf: '/directCoinIssuance', icon: 'device', sort: 20 },
  }),
  staff('/price_discounts', 'discounts', 'listDiscounts', () => import('./web/discounts.tsx'), {
    menu: { tabOf: '/directCoinIssuance', icon: 'discount', sort: 30 },
  }),
  staff('/price_lists', 'lists', 'listPriceLists', () => import('./web/price-lists.tsx'), {
    menu: { tabOf: '/directCoinIssuance', icon: 'send', sort: 40 },
  }),
]);
