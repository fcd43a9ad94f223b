import { defineScreens } from '#kit/contract/screen.ts';
import type { partnersContract } from './contract.ts';

export default defineScreens<typeof partnersContract>('partners', ({ staff, anyone }) => [
  anyone('/user_register', 'registerMerchant', null, () => import('./web/register-merchant.tsx')),
  staff('/setservice', 'serviceContact', 'saveServiceContact', () => import('./web/service-contact.tsx'), {
    depth: 3,
    menu: { tabOf: '/shmc', icon: 'phone', sort: 10 },
  }),
  staff('/shmc', 'merchantName', 'requestNameChange', () => import('./web/merchant-name.tsx'), {
    depth: 3,
    menu: { root: 'my', area: 'support', icon: 'building', sort: 40, family: 'merchant' },
  }),
  staff('/managejms', 'franchisees', 'listFranchisees', () => import('./web/franchisee-list.tsx'), {
    menu: { root: 'my', area: 'people', icon: 'building-store', sort: 20 },
  }),
  staff('/addjms', 'addFranchisee', 'saveFranchisee', () => import('./web/add-franchisee.tsx')),
  staff('/managejmsmd', 'franchiseeStores', 'franchiseeStores', () => import('./web/franchisee-stores.tsx')),
  staff('/agent_list', 'agents', 'listAgents', () => import('./web/agent-list.tsx'), {
    menu: { root: 'my', area: 'people', icon: 'users-group', sort: 30 },
  }),
  staff('/platform_review', 'platformReview', 'listTenants', () => import('./web/platform-review.tsx'), {
    menu: { root: 'my', area: 'people', icon: 'user-check', sort: 40 },
  }),
]);
