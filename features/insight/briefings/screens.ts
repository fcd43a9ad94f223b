import { defineScreens } from '#kit/contract/screen.ts';
import type { briefingsContract } from './contract.ts';

export default defineScreens<typeof briefingsContract>('briefings', [
  {
    path: '/briefing_choice',
    title: 'choice',
    audience: 'staff',
    depth: 2,
    needs: 'readChoice',
    menu: { tabOf: '/systemMessage', icon: 'report-money', sort: 20 },
    load: () => import('./web/briefing-choice.tsx'),
  },
]);
