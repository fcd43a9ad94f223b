import { defineScreens } from '#kit/contract/screen.ts';
import type { briefingsContract } from './contract.ts';

export default defineScreens<typeof briefingsContract>('briefings', ({ staff }) => [
  staff('/briefing_choice', 'choice', 'readChoice', () => import('./web/briefing-choice.tsx'), {
    menu: { tabOf: '/systemMessage', icon: 'report-money', sort: 20 },
  }),
]);
