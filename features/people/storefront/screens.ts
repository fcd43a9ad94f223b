import { defineScreens } from '#kit/contract/screen.ts';
import type { storefrontContract } from './contract.ts';

export default defineScreens<typeof storefrontContract>('storefront', ({ staff, player }) => [
  staff('/carouselImage', 'slides', 'listSlides', () => import('./web/slides.tsx'), {
    menu: { tabOf: '/marketingTools', icon: 'photo', sort: 80 },
  }),
  staff('/fan_groups', 'fanGroups', 'listFanGroups', () => import('./web/fan-groups.tsx'), {
    menu: { tabOf: '/marketingTools', icon: 'users-group', sort: 90 },
  }),
  player('/program/my/fansGroup', 'fansGroup', 'showFanGroup', () => import('./player/fan-group-page.tsx'), {
    depth: 3,
  }),
]);
