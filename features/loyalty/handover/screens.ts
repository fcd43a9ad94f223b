import { defineScreens } from '#kit/contract/screen.ts';
import type { handoverContract } from './contract.ts';

export default defineScreens<typeof handoverContract>('handover', [
  {
    path: '/integralStore/orderManage',
    // goods for money had a list of their own
    aliases: ['/integralStore/goodsOrders'],
    title: 'orders',
    audience: 'staff',
    depth: 2,
    needs: 'listHandovers',
    menu: { root: 'my', area: 'store', icon: 'receipt', sort: 30 },
    load: () => import('./web/order-list.tsx'),
  },
  {
    path: '/integralStore/storeSet',
    title: 'settings',
    audience: 'staff',
    depth: 2,
    needs: 'readStoreSetting',
    menu: { tabOf: '/integralStore/orderManage', icon: 'settings', sort: 20 },
    load: () => import('./web/store-settings.tsx'),
  },
]);
