import { defineScreens } from '#kit/contract/screen.ts';

export default defineScreens('home', [
  { path: '/home', title: 'home', audience: 'staff', depth: 1, load: () => import('./web/home.tsx') },
  { path: '/manage', title: 'manage', audience: 'staff', depth: 1, load: () => import('./web/manage.tsx') },
]);
