import { defineScreens } from '#kit/contract/screen.ts';
import type { allowanceContract } from './contract.ts';

export default defineScreens<typeof allowanceContract>('allowance', ({ staff }) => [
  staff('/allowance', 'given', 'readAllowance', () => import('./web/given-list.tsx'), {
    menu: { root: 'my', area: 'members', icon: 'gift', sort: 15, family: 'allowance' },
  }),
  staff('/allowance_requests', 'requests', 'listRequests', () => import('./web/request-list.tsx'), {
    menu: { tabOf: '/allowance', icon: 'user-check', sort: 10 },
  }),
  staff('/allowance_limits', 'limits', 'listAllowanceLimits', () => import('./web/limit-list.tsx'), {
    menu: { tabOf: '/allowance', icon: 'adjustments', sort: 20 },
  }),
]);
