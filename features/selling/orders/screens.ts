import { defineScreens } from '#kit/contract/screen.ts';
import type { ordersContract } from './contract.ts';

export default defineScreens<typeof ordersContract>('orders', ({ staff }) => [
  staff('/counter_sale', 'sale', 'sellAtCounter', () => import('./web/counter-sale.tsx'), {
    menu: { root: 'sy', area: 'orders', icon: 'shopping-cart', sort: 10 },
  }),
  staff('/order_center', 'center', 'listOrders', () => import('./web/order-center.tsx'), {
    depth: 1,
    menu: { root: 'sy', area: 'orders', icon: 'clipboard-list', sort: 20 },
  }),
  staff('/fault_order', 'faults', 'listFaults', () => import('./web/fault-orders.tsx'), {
    menu: { tabOf: '/order_center', icon: 'alert-triangle', sort: 10 },
  }),
  staff('/onlinepay', 'online', 'listOrders', () => import('./web/online-payments.tsx'), {
    menu: { tabOf: '/business_statistics', icon: 'report-money', sort: 30 },
  }),
  staff('/expensesRecord', 'plays', 'listPlays', () => import('./web/play-records.tsx'), {
    menu: { tabOf: '/order_center', icon: 'gamepad', sort: 20 },
  }),
  staff(
    '/glassExpensesRecord',
    'cabinetPlays',
    'listCabinetPlays',
    () => import('./web/cabinet-records.tsx'),
    {
      menu: { tabOf: '/order_center', icon: 'layout-grid', sort: 30 },
    },
  ),
  staff('/order_detail', 'detail', 'readOrder', () => import('./web/order-detail.tsx')),
  staff('/weChatRedirect', 'topup', 'topUpWallet', () => import('./web/top-up.tsx'), {
    depth: 3,
    menu: { tabOf: '/wallet', icon: 'credit-card', sort: 80 },
    platforms: ['alipay'],
  }),
  staff('/paySuccess', 'paid', null, () => import('./web/pay-success.tsx'), { depth: 4 }),
]);
