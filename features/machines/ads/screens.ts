import { defineScreens } from '#kit/contract/screen.ts';
import type { adsContract } from './contract.ts';

export default defineScreens<typeof adsContract>('ads', ({ staff }) => [
  staff('/ad_set', 'set', 'listScreens', () => import('./web/screen-list.tsx'), {
    menu: { root: 'sy', area: 'machines', icon: 'broadcast', sort: 55, family: 'ads' },
  }),
  staff('/videoAd', 'media', 'listMedia', () => import('./web/media-list.tsx'), {
    menu: { tabOf: '/ad_set', icon: 'video', sort: 10 },
  }),
  staff('/adGroupManage', 'groups', 'listGroups', () => import('./web/group-list.tsx'), {
    menu: { tabOf: '/ad_set', icon: 'list', sort: 20 },
  }),
  staff('/setAds', 'placements', 'listPlacements', () => import('./web/placement-list.tsx'), {
    menu: { tabOf: '/ad_set', icon: 'map-pin', sort: 30 },
  }),
  staff('/editAdGroup', 'editGroup', 'saveGroup', () => import('./web/edit-group.tsx')),
]);
