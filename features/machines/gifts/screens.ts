import { defineScreens } from '#kit/contract/screen.ts';
import type { giftsContract } from './contract.ts';

export default defineScreens<typeof giftsContract>('gifts', [
  {
    path: '/giftmanage',
    title: 'list',
    audience: 'staff',
    depth: 2,
    needs: 'listGifts',
    menu: { root: 'sy', area: 'goods', icon: 'gift', sort: 30 },
    load: () => import('./web/gift-list.tsx'),
  },
  {
    path: '/giftset',
    title: 'placements',
    audience: 'staff',
    depth: 2,
    needs: 'listPlacements',
    menu: { tabOf: '/giftmanage', icon: 'claw', sort: 10 },
    load: () => import('./web/gift-setting.tsx'),
  },
  {
    path: '/giftType',
    title: 'types',
    audience: 'staff',
    depth: 2,
    needs: 'listTypes',
    menu: { tabOf: '/giftmanage', icon: 'clipboard-list', sort: 20 },
    load: () => import('./web/gift-types.tsx'),
  },
  {
    path: '/addgift',
    title: 'add',
    audience: 'staff',
    depth: 3,
    needs: 'saveGift',
    load: () => import('./web/gift-form.tsx'),
  },
]);
