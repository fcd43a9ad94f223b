import { defineScreens } from '#kit/contract/screen.ts';
import type { sharingContract } from './contract.ts';

export default defineScreens<typeof sharingContract>('sharing', [
  {
    path: '/automatic_ledger',
    title: 'automatic',
    audience: 'staff',
    depth: 2,
    needs: 'listRules',
    menu: { root: 'my', area: 'orders', icon: 'chart-pie', sort: 60 },
    load: () => import('./web/automatic-ledger.tsx'),
  },
  {
    path: '/division_personal_manage',
    title: 'people',
    audience: 'staff',
    depth: 2,
    needs: 'listReceivers',
    menu: { tabOf: '/automatic_ledger', icon: 'users-group', sort: 10 },
    load: () => import('./web/people.tsx'),
  },
  {
    path: '/division_personal_edit',
    title: 'person',
    audience: 'staff',
    depth: 3,
    needs: 'saveReceiver',
    load: () => import('./web/person-form.tsx'),
  },
  {
    path: '/division_ratio_manage',
    title: 'ratio',
    audience: 'staff',
    depth: 3,
    needs: 'saveVersion',
    menu: { tabOf: '/automatic_ledger', icon: 'adjustments', sort: 20 },
    load: () => import('./web/ratio.tsx'),
  },
  {
    path: '/share_statement',
    title: 'statement',
    audience: 'staff',
    depth: 3,
    needs: 'readStatement',
    menu: { tabOf: '/automatic_ledger', icon: 'file-text', sort: 30 },
    load: () => import('./web/statement.tsx'),
  },
  {
    path: '/agent_shares',
    title: 'agentShares',
    audience: 'staff',
    depth: 2,
    needs: 'listAgentShares',
    menu: { tabOf: '/agent_list', icon: 'chart-pie', sort: 10 },
    load: () => import('./web/agent-shares.tsx'),
  },
]);
