import { defineScreens } from '#kit/contract/screen.ts';
import type { walletContract } from './contract.ts';

export default defineScreens<typeof walletContract>('wallet', ({ staff }) => [
  staff('/wallet', 'wallet', 'readWallet', () => import('./web/wallet.tsx'), {
    menu: { root: 'my', area: 'orders', icon: 'wallet', sort: 50 },
    keeps: ['walletId'],
  }),
  staff('/put_forward', 'withdraw', 'askWithdrawal', () => import('./web/withdraw.tsx')),
  staff(
    '/withdrawal_records',
    'withdrawals',
    'listWithdrawals',
    () => import('./web/withdrawal-records.tsx'),
    {
      depth: 3,
      menu: { tabOf: '/wallet', icon: 'receipt', sort: 70 },
    },
  ),
  staff('/accountFlow', 'flow', 'listFlow', () => import('./web/account-flow.tsx'), {
    depth: 3,
    menu: { tabOf: '/wallet', icon: 'list', sort: 10 },
    keeps: ['walletId'],
  }),
  staff('/accountBalance', 'balance', 'listWallets', () => import('./web/account-balance.tsx'), {
    depth: 3,
    menu: { tabOf: '/wallet', icon: 'wallet', sort: 50 },
  }),
  staff('/accountBalanceList', 'balances', 'listBalances', () => import('./web/balance-list.tsx'), {
    depth: 3,
    menu: { tabOf: '/wallet', icon: 'report-money', sort: 60 },
  }),
  staff('/details_list', 'day', 'sumFlow', () => import('./web/day-details.tsx'), {
    depth: 4,
    menu: { tabOf: '/wallet', icon: 'calendar', sort: 30 },
    keeps: ['walletId'],
  }),
  staff('/money_detail_list', 'movements', 'listCapitalFlow', () => import('./web/movement-list.tsx'), {
    depth: 3,
    menu: { tabOf: '/wallet', icon: 'coins', sort: 40 },
    keeps: ['walletId'],
  }),
  staff('/money_detail', 'movement', 'readMovement', () => import('./web/movement.tsx'), { depth: 4 }),
  staff('/member_balances', 'share', 'readBalanceChoice', () => import('./web/balance-reach.tsx'), {
    menu: { tabOf: '/member_management', icon: 'arrows-exchange', sort: 70 },
  }),
  staff('/exchangeRate', 'rate', 'readRates', () => import('./web/fee-rate.tsx')),
  staff('/exchangeRateSetting', 'rateSetting', 'setRates', () => import('./web/fee-rate-setting.tsx'), {
    depth: 3,
    menu: { tabOf: '/agent_list', icon: 'discount', sort: 20 },
  }),
  staff('/settingAccount', 'settlement', 'settleSite', () => import('./web/setting-account.tsx'), {
    depth: 3,
    menu: { tabOf: '/authentication', icon: 'building-store', sort: 40 },
  }),
  staff('/wallet_handovers', 'handovers', 'listHandovers', () => import('./web/handovers.tsx')),
  staff(
    '/return_the_deposit_money',
    'returnDeposit',
    'askDepositReturn',
    () => import('./web/return-deposit.tsx'),
    {
      depth: 4,
    },
  ),
  staff('/yj_records', 'deposits', 'listDeposits', () => import('./web/deposit-records.tsx')),
  staff('/withdrawal_audit', 'audit', 'decideWithdrawal', () => import('./web/withdrawal-audit.tsx'), {
    menu: { root: 'sy', area: 'orders', icon: 'cash', sort: 70 },
  }),
  staff('/money_adjustment', 'adjustments', 'adjustMoney', () => import('./web/adjustments.tsx'), {
    menu: { tabOf: '/withdrawal_audit', icon: 'arrows-exchange', sort: 20 },
  }),
  staff('/withdrawal_rules', 'rules', 'savePolicy', () => import('./web/withdrawal-rules.tsx'), {
    depth: 3,
    menu: { tabOf: '/withdrawal_audit', icon: 'adjustments', sort: 10 },
  }),
]);
