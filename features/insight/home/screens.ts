import { defineScreens } from '#kit/contract/screen.ts';

export default defineScreens('home', ({ staff }) => [
  staff('/home', 'home', null, () => import('./web/home.tsx'), { depth: 1 }),
  staff('/manage', 'manage', null, () => import('./web/manage.tsx'), { depth: 1 }),
]);
