import { defineScreens } from '#kit/contract/screen.ts';
import type { rewardsContract } from './contract.ts';

export default defineScreens<typeof rewardsContract>('rewards', ({ staff, player }) => [
  staff('/integralStore/orderTask', 'tasks', 'listTasks', () => import('./web/task-list.tsx'), {
    depth: 3,
    menu: { tabOf: '/integralStore', icon: 'circle-check', sort: 10 },
  }),
  staff('/integralStore/voucher', 'vouchers', 'listVoucherBatches', () => import('./web/vouchers.tsx'), {
    depth: 3,
    menu: { tabOf: '/integralStore', icon: 'ticket', sort: 20 },
  }),
  staff('/integralStore/addVoucher', 'addVoucher', 'createVouchers', () => import('./web/add-voucher.tsx'), {
    depth: 4,
  }),
  staff('/integralStore/accountData', 'accounts', 'readAccounts', () => import('./web/account-data.tsx'), {
    depth: 3,
    menu: { tabOf: '/integralStore', icon: 'report-money', sort: 30 },
  }),
  staff('/integralStore/recycleGift', 'recycling', 'listRecyclings', () => import('./web/recyclings.tsx'), {
    depth: 3,
    menu: { tabOf: '/integralStore/goodManage', icon: 'refresh', sort: 40 },
  }),
  staff(
    '/integralStore/addRecycleGift',
    'recycleGifts',
    'listRecycleGifts',
    () => import('./web/recycle-gifts.tsx'),
    {
      depth: 3,
      menu: { tabOf: '/integralStore/goodManage', icon: 'gift', sort: 50 },
    },
  ),
  staff(
    '/integralStore/good-recycle-path',
    'recyclePaths',
    'listRecyclePaths',
    () => import('./web/recycle-paths.tsx'),
    {
      depth: 3,
      menu: { tabOf: '/integralStore/goodManage', icon: 'map-pin', sort: 60 },
    },
  ),
  player('/subIntegralStore/dailyTasks', 'dailyTasks', null, () => import('./player/daily-tasks.tsx'), {
    asksWho: true,
  }),
  player('/point-voucher', 'redeem', null, () => import('./player/redeem-voucher.tsx'), { asksWho: true }),
]);
