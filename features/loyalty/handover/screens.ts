import { defineScreens } from '#kit/contract/screen.ts';
import type { handoverContract } from './contract.ts';

export default defineScreens<typeof handoverContract>('handover', ({ staff }) => [
  staff('/integralStore/orderManage', 'orders', 'listHandovers', () => import('./web/order-list.tsx'), {
    // goods for money had their own list
    aliases: ['/integralStore/goodsOrders'],
    menu: { root: 'my', area: 'store', icon: 'receipt', sort: 30 },
  }),
  staff('/integralStore/storeSet', 'settings', 'readStoreSetting', () => import('./web/store-settings.tsx'), {
    menu: { tabOf: '/integralStore/orderManage', icon: 'settings', sort: 20 },
  }),
]);
