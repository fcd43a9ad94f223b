import { defineScreens } from '#kit/contract/screen.ts';
import type { playerAppContract } from './contract.ts';

export default defineScreens<typeof playerAppContract>('playerapp', ({ staff, player }) => [
  player('/program', 'home', null, () => import('./player/home-page.tsx'), { depth: 1, asksWho: true }),
  player('/program/home/selectshop', 'selectShop', null, () => import('./player/select-shop.tsx')),
  player('/program/home/vip_buynow', 'buy', null, () => import('./player/buy-page.tsx'), {
    asksWho: true,
    platforms: ['alipay'],
  }),
  player('/program/my', 'me', null, () => import('./player/me-page.tsx'), { depth: 1, asksWho: true }),
  player('/program/closed', 'closed', null, () => import('./player/closed-page.tsx')),
  player('/program/my/modifyMaterials', 'materials', null, () => import('./player/materials-page.tsx'), {
    depth: 3,
  }),
  player('/program/my/modifyPassword', 'password', null, () => import('./player/password-page.tsx'), {
    depth: 3,
  }),
  player('/program/my/bankCard', 'bankCard', null, () => import('./player/bank-card-page.tsx'), { depth: 4 }),
  player('/program/my/idCardInfo', 'identity', null, () => import('./player/identity-page.tsx'), {
    depth: 4,
  }),
  player('/program/my/records', 'records', null, () => import('./player/records-page.tsx')),
  player('/program/my/OrdersCenter', 'orders', null, () => import('./player/orders-page.tsx'), {
    depth: 1,
    asksWho: true,
  }),
  player('/program/my/OrdersCenter/OrderDetails', 'order', null, () => import('./player/order-page.tsx')),
  player('/spend_record', 'spending', null, () => import('./player/spend-page.tsx')),
  player('/playerTransactionRecord', 'transactions', null, () => import('./player/transactions-page.tsx')),
  player('/onlineRefundSupplement', 'supplement', null, () => import('./player/supplement-page.tsx'), {
    asksWho: true,
  }),
  staff('/player_limit', 'merchantLimit', 'readMerchantLimit', () => import('./web/merchant-limit.tsx'), {
    menu: { tabOf: '/issue_coins', icon: 'shield', sort: 60 },
  }),
  player('/program/membershipCode', 'memberCode', null, () => import('./player/member-code-page.tsx'), {
    depth: 1,
    asksWho: true,
  }),
  staff('/scanned_member', 'scannedMember', 'identifyMember', () => import('./web/scanned-member.tsx')),
]);
