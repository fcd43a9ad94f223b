import { defineScreens } from '#kit/contract/screen.ts';
import type { identitiesContract } from './contract.ts';

export default defineScreens<typeof identitiesContract>('identities', [
  {
    path: '/program/my/identities',
    title: 'own',
    audience: 'player',
    depth: 3,
    load: () => import('./player/own-identities.tsx'),
  },
  {
    path: '/member_join',
    title: 'join',
    audience: 'staff',
    depth: 4,
    needs: 'readMemberJoins',
    load: () => import('./web/member-join.tsx'),
  },
]);
