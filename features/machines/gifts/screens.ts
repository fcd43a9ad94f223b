import { defineScreens } from '#kit/contract/screen.ts';
import type { giftsContract } from './contract.ts';

export default defineScreens<typeof giftsContract>('gifts', ({ staff }) => [
  staff('/giftmanage', 'list', 'listGifts', () => import('./web/gift-list.tsx'), {
    menu: { root: 'sy', area: 'goods', icon: 'gift', sort: 30 },
  }),
  staff('/giftset', 'placements', 'listPlacements', () => import('./web/gift-setting.tsx'), {
    menu: { tabOf: '/giftmanage', icon: 'claw', sort: 10 },
  }),
  staff('/giftType', 'types', 'listTypes', () => import('./web/gift-types.tsx'), {
    menu: { tabOf: '/giftmanage', icon: 'clipboard-list', sort: 20 },
  }),
  staff('/addgift', 'add', 'saveGift', () => import('./web/gift-form.tsx')),
]);
