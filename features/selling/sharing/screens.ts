import { defineScreens } from '#kit/contract/screen.ts';
import type { sharingContract } from './contract.ts';

export default defineScreens<typeof sharingContract>('sharing', ({ staff }) => [
  staff('/automatic_ledger', 'automatic', 'listRules', () => import('./web/automatic-ledger.tsx'), {
    menu: { root: 'my', area: 'orders', icon: 'chart-pie', sort: 60 },
  }),
  staff('/division_personal_manage', 'people', 'listReceivers', () => import('./web/people.tsx'), {
    menu: { tabOf: '/automatic_ledger', icon: 'users-group', sort: 10 },
  }),
  staff('/division_personal_edit', 'person', 'saveReceiver', () => import('./web/person-form.tsx')),
  staff('/division_ratio_manage', 'ratio', 'saveVersion', () => import('./web/ratio.tsx'), {
    depth: 3,
    menu: { tabOf: '/automatic_ledger', icon: 'adjustments', sort: 20 },
  }),
  staff('/share_statement', 'statement', 'readStatement', () => import('./web/statement.tsx'), {
    depth: 3,
    menu: { tabOf: '/automatic_ledger', icon: 'file-text', sort: 30 },
  }),
  staff('/agent_shares', 'agentShares', 'listAgentShares', () => import('./web/agent-shares.tsx'), {
    menu: { tabOf: '/agent_list', icon: 'chart-pie', sort: 10 },
  }),
]);
