import { defineScreens } from '#kit/contract/screen.ts';
import type { groupBuysContract } from './contract.ts';

export default defineScreens<typeof groupBuysContract>('groupbuys', ({ staff, player }) => [
  staff('/douyin', 'douyin', 'listStores', () => import('./web/douyin.tsx'), {
    menu: { tabOf: '/marketingTools', icon: 'video', sort: 10 },
  }),
  staff('/meituan', 'meituan', 'listStores', () => import('./web/meituan.tsx'), {
    menu: { tabOf: '/marketingTools', icon: 'building-store', sort: 20 },
  }),
  staff('/shopDetail', 'douyinStore', 'readStore', () => import('./web/douyin-store.tsx')),
  staff('/mtShopDetail', 'meituanStore', 'readStore', () => import('./web/meituan-store.tsx')),
  staff(
    '/verificationDetail',
    'douyinRecords',
    'listVerifications',
    () => import('./web/douyin-records.tsx'),
  ),
  staff(
    '/mtVerificationDetail',
    'meituanRecords',
    'listVerifications',
    () => import('./web/meituan-records.tsx'),
  ),
  staff('/groupPackage', 'douyinDeals', 'listDeals', () => import('./web/douyin-deals.tsx')),
  staff('/meituan_store_package', 'meituanDeals', 'listDeals', () => import('./web/meituan-deals.tsx')),
  player('/program/groupBuy', 'own', 'readOwnShop', () => import('./player/redeem-page.tsx'), {
    asksWho: true,
  }),
]);
