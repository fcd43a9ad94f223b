import { defineScreens } from '#kit/contract/screen.ts';
import type { adtasksContract } from './contract.ts';

export default defineScreens<typeof adtasksContract>('adtasks', ({ staff }) => [
  staff('/ad_task', 'tasks', 'listTasks', () => import('./web/task-list.tsx'), {
    menu: { tabOf: '/ad_set', icon: 'list-check', sort: 40 },
  }),
  staff('/adprofit', 'profit', 'listAdIncome', () => import('./web/ad-profit.tsx'), {
    menu: { tabOf: '/ad_set', icon: 'coins', sort: 50 },
  }),
  staff('/ad_offers', 'offers', 'listOffers', () => import('./web/offer-list.tsx'), {
    menu: { root: 'sy', area: 'machines', icon: 'broadcast', sort: 56 },
  }),
  staff('/ad_doubts', 'doubts', 'listDoubts', () => import('./web/doubt-list.tsx'), {
    menu: { tabOf: '/ad_offers', icon: 'alert-triangle', sort: 10 },
  }),
]);
