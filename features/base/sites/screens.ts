import { defineScreens } from '#kit/contract/screen.ts';
import type { sitesContract } from './contract.ts';

export default defineScreens<typeof sitesContract>('sites', ({ staff, player }) => [
  staff('/tfaddress', 'list', 'listSites', () => import('./web/list-sites.tsx'), {
    menu: { root: 'sy', area: 'machines', icon: 'map-pin', sort: 20 },
  }),
  staff('/addaddress', 'add', 'createSite', () => import('./web/add-site.tsx')),
  staff('/editaddress', 'editAddress', 'updateSite', () => import('./web/edit-address.tsx'), { depth: 4 }),
  staff('/edittfaddress', 'edit', 'updateSite', () => import('./web/edit-site.tsx')),
  staff('/chooseSite', 'choose', 'listUserSites', () => import('./web/choose-site.tsx')),
  player('/errorPage', 'closed', null, () => import('./player/site-closed.tsx'), { depth: 1 }),
]);
