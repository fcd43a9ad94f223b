import { defineScreens } from '#kit/contract/screen.ts';
import type { simcardsContract } from './contract.ts';

export default defineScreens<typeof simcardsContract>('simcards', [
  {
    path: '/cardmanage',
    title: 'list',
    audience: 'staff',
    depth: 2,
    needs: 'listCards',
    menu: { root: 'sy', area: 'machines', icon: 'credit-card', sort: 60 },
    load: () => import('./web/card-list.tsx'),
  },
  {
    path: '/card',
    title: 'card',
    audience: 'staff',
    depth: 3,
    needs: 'readCard',
    load: () => import('./web/card-detail.tsx'),
  },
]);
