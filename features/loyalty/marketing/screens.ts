import { defineScreens } from '#kit/contract/screen.ts';
import type { marketingContract } from './contract.ts';

export default defineScreens<typeof marketingContract>('marketing', ({ staff }) => [
  staff('/marketingTools', 'tools', 'readTools', () => import('./web/tools.tsx'), {
    menu: { root: 'my', area: 'members', icon: 'speakerphone', sort: 45, family: 'marketing' },
  }),
]);
