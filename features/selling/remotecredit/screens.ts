import { defineScreens } from '#kit/contract/screen.ts';
import type { remotecreditContract } from './contract.ts';

export default defineScreens<typeof remotecreditContract>('remotecredit', ({ staff, player }) => [
  player('/ycsf', 'page', 'readLink', () => import('./player/coin-link.tsx'), { depth: 3 }),
  staff('/remote_credit', 'credit', 'creditDevice', () => import('./web/remote-credit.tsx')),
  staff('/sfrecord', 'records', 'listCredits', () => import('./web/credit-records.tsx'), {
    menu: { tabOf: '/issue_coins', icon: 'history', sort: 20 },
  }),
]);
