import { defineScreens } from '#kit/contract/screen.ts';
import type { accountsContract } from './contract.ts';

export default defineScreens<typeof accountsContract>('accounts', ({ staff, anyone }) => [
  anyone('/login', 'login', null, () => import('./web/login.tsx'), { depth: 1 }),
  anyone('/forgetpass', 'forgotPassword', null, () => import('./web/forgot-password.tsx')),
  anyone('/user_register', 'registerMerchant', null, () => import('./web/register-merchant.tsx')),
  anyone('/employee-register', 'registerInvited', null, () => import('./web/register-invited.tsx')),
  anyone('/setup', 'setup', null, () => import('./web/setup.tsx'), { depth: 1 }),
  staff('/account', 'account', null, () => import('./web/account.tsx'), {
    depth: 1,
    menu: { root: 'my', area: 'support', icon: 'user', sort: 50 },
  }),
  staff('/setaccount', 'accountSettings', null, () => import('./web/account-settings.tsx'), {
    menu: { tabOf: '/account', icon: 'settings', sort: 10 },
  }),
  staff('/setphone', 'changePhone', null, () => import('./web/change-phone.tsx')),
  staff('/setpassword', 'changePassword', null, () => import('./web/change-password.tsx')),
  staff('/setservice', 'serviceContact', 'saveServiceContact', () => import('./web/service-contact.tsx'), {
    depth: 3,
    menu: { tabOf: '/shmc', icon: 'phone', sort: 10 },
  }),
  staff('/shmc', 'merchantName', 'requestNameChange', () => import('./web/merchant-name.tsx'), {
    depth: 3,
    menu: { root: 'my', area: 'support', icon: 'building', sort: 40, family: 'merchant' },
  }),
  staff('/managezzh', 'staff', 'listStaff', () => import('./web/staff-list.tsx'), {
    menu: { root: 'my', area: 'people', icon: 'users', sort: 10 },
  }),
  staff('/addzzh', 'addStaff', 'saveStaff', () => import('./web/add-staff.tsx')),
  staff('/seezzh', 'staffDetail', 'staffDetail', () => import('./web/staff-detail.tsx')),
  staff('/account_job', 'roles', 'listRoles', () => import('./web/roles.tsx'), {
    menu: { tabOf: '/managezzh', icon: 'shield', sort: 10 },
  }),
  staff('/managejms', 'franchisees', 'listFranchisees', () => import('./web/franchisee-list.tsx'), {
    menu: { root: 'my', area: 'people', icon: 'building-store', sort: 20 },
  }),
  staff('/addjms', 'addFranchisee', 'saveFranchisee', () => import('./web/add-franchisee.tsx')),
  staff('/managejmsmd', 'franchiseeStores', 'franchiseeStores', () => import('./web/franchisee-stores.tsx')),
  staff('/agent_list', 'agents', 'listAgents', () => import('./web/agent-list.tsx'), {
    menu: { root: 'my', area: 'people', icon: 'users-group', sort: 30 },
  }),
  staff('/operation_record', 'operationLog', 'listLog', () => import('./web/operation-log.tsx'), {
    menu: { root: 'my', area: 'people', icon: 'history', sort: 50 },
  }),
  staff('/platform_review', 'platformReview', 'listTenants', () => import('./web/platform-review.tsx'), {
    menu: { root: 'my', area: 'people', icon: 'user-check', sort: 40 },
  }),
]);
