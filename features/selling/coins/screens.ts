import { defineScreens } from '#kit/contract/screen.ts';
import type { coinsContract } from './contract.ts';

export default defineScreens<typeof coinsContract>('coins', ({ staff, player }) => [
  staff('/cashincome', 'cash', 'listCashGains', () => import('./web/cash-income.tsx'), {
    menu: { tabOf: '/business_statistics', icon: 'cash', sort: 40 },
  }),
  staff('/offline_coin', 'offlineCoins', 'listCoinIns', () => import('./web/offline-coins.tsx'), {
    menu: { root: 'sy', area: 'orders', icon: 'coin', sort: 40, family: 'coins' },
  }),
  staff('/currencyRecord', 'dispenses', 'listDispenses', () => import('./web/dispenses.tsx'), {
    menu: { tabOf: '/offline_coin', icon: 'arrows-exchange', sort: 10 },
  }),
  staff('/currencyAccount', 'accounts', 'listExchangeAccounts', () => import('./web/exchange-account.tsx'), {
    menu: { tabOf: '/offline_coin', icon: 'report-money', sort: 20 },
  }),
  staff('/issue_coins', 'issue', 'listIssues', () => import('./web/issue-coins.tsx'), {
    menu: { root: 'my', area: 'members', icon: 'coins', sort: 10, family: 'memberCoins' },
  }),
  staff('/pies_record', 'dispatches', 'listIssues', () => import('./web/dispatch-records.tsx'), {
    menu: { tabOf: '/member_management', icon: 'coins', sort: 40 },
  }),
  staff('/storage_coins', 'deposits', 'listDeposits', () => import('./web/deposits.tsx'), {
    menu: { tabOf: '/issue_coins', icon: 'inbox', sort: 10 },
  }),
  staff('/cashier_accounting', 'cashier', 'listHolders', () => import('./web/cashier.tsx'), {
    menu: { tabOf: '/business_statistics', icon: 'user-check', sort: 50 },
  }),
  player('/depositing_coins', 'depositCoins', null, () => import('./player/depositing-coins.tsx'), {
    asksWho: true,
  }),
  player('/depositing_tickets', 'depositTickets', null, () => import('./player/depositing-tickets.tsx'), {
    asksWho: true,
  }),
]);
