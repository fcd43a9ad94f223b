import { defineScreens } from '#kit/contract/screen.ts';
import type { allowanceContract } from './contract.ts';

export default defineScreens<typeof allowanceContract>('allowance', [
  {
    path: '/allowance',
    title: 'given',
    audience: 'staff',
    depth: 2,
    needs: 'readAllowance',
    menu: { root: 'my', area: 'members', icon: 'gift', sort: 15, family: 'allowance' },
    load: () => import('./web/given-list.tsx'),
  },
  {
    path: '/allowance_requests',
    title: 'requests',
    audience: 'staff',
    depth: 2,
    needs: 'listRequests',
    menu: { tabOf: '/allowance', icon: 'user-check', sort: 10 },
    load: () => import('./web/request-list.tsx'),
  },
  {
    path: '/allowance_limits',
    title: 'limits',
    audience: 'staff',
    depth: 2,
    needs: 'listAllowanceLimits',
    menu: { tabOf: '/allowance', icon: 'adjustments', sort: 20 },
    load: () => import('./web/limit-list.tsx'),
  },
]);
