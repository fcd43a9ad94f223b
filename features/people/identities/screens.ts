import { defineScreens } from '#kit/contract/screen.ts';
import type { identitiesContract } from './contract.ts';

export default defineScreens<typeof identitiesContract>('identities', ({ staff, player }) => [
  player('/program/my/identities', 'own', null, () => import('./player/own-identities.tsx'), { depth: 3 }),
  staff('/member_join', 'join', 'readMemberJoins', () => import('./web/member-join.tsx'), { depth: 4 }),
]);
