import { defineScreens } from '#kit/contract/screen.ts';
import type { simcardsContract } from './contract.ts';

export default defineScreens<typeof simcardsContract>('simcards', ({ staff }) => [
  staff('/cardmanage', 'list', 'listCards', () => import('./web/card-list.tsx'), {
    menu: { root: 'sy', area: 'machines', icon: 'credit-card', sort: 60 },
  }),
  staff('/card', 'card', 'readCard', () => import('./web/card-detail.tsx')),
]);
