import { defineScreens } from '#kit/contract/screen.ts';
import type { teamContract } from './contract.ts';

export default defineScreens<typeof teamContract>('team', ({ staff, anyone }) => [
  anyone('/employee-register', 'registerInvited', null, () => import('./web/register-invited.tsx')),
  staff('/managezzh', 'staff', 'listStaff', () => import('./web/staff-list.tsx'), {
    menu: { root: 'my', area: 'people', icon: 'users', sort: 10 },
  }),
  staff('/addzzh', 'addStaff', 'saveStaff', () => import('./web/add-staff.tsx')),
  staff('/seezzh', 'staffDetail', 'staffDetail', () => import('./web/staff-detail.tsx')),
  staff('/account_job', 'roles', 'listRoles', () => import('./web/roles.tsx'), {
    menu: { tabOf: '/managezzh', icon: 'shield', sort: 10 },
  }),
  staff('/operation_record', 'operationLog', 'listLog', () => import('./web/operation-log.tsx'), {
    menu: { root: 'my', area: 'people', icon: 'history', sort: 50 },
  }),
]);
