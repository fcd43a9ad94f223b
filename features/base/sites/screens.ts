import { defineScreens } from '#kit/contract/screen.ts';
import type { sitesContract } from './contract.ts';

export default defineScreens<typeof sitesContract>('sites', [
  {
    path: '/tfaddress',
    title: 'list',
    audience: 'staff',
    depth: 2,
    needs: 'listSites',
    menu: { root: 'sy', area: 'machines', icon: 'map-pin', sort: 20 },
    load: () => import('./web/list-sites.tsx'),
  },
  {
    path: '/addaddress',
    title: 'add',
    audience: 'staff',
    depth: 3,
    needs: 'createSite',
    load: () => import('./web/add-site.tsx'),
  },
  {
    path: '/editaddress',
    title: 'editAddress',
    audience: 'staff',
    depth: 4,
    needs: 'updateSite',
    load: () => import('./web/edit-address.tsx'),
  },
  {
    path: '/edittfaddress',
    title: 'edit',
    audience: 'staff',
    depth: 3,
    needs: 'updateSite',
    load: () => import('./web/edit-site.tsx'),
  },
  {
    path: '/chooseSite',
    title: 'choose',
    audience: 'staff',
    depth: 3,
    needs: 'listUserSites',
    load: () => import('./web/choose-site.tsx'),
  },
  {
    path: '/errorPage',
    title: 'closed',
    audience: 'player',
    depth: 1,
    load: () => import('./player/site-closed.tsx'),
  },
]);
