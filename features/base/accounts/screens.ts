import { defineScreens } from '#kit/contract/screen.ts';
import type { accountsContract } from './contract.ts';

export default defineScreens<typeof accountsContract>('accounts', ({ staff, anyone }) => [
  anyone('/login', 'login', null, () => import('./web/login.tsx'), { depth: 1 }),
  anyone('/forgetpass', 'forgotPassword', null, () => import('./web/forgot-password.tsx')),
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
]);
