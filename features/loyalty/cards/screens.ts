import { defineScreens } from '#kit/contract/screen.ts';
import type { cardsContract } from './contract.ts';

export default defineScreens<typeof cardsContract>('cards', ({ staff, player }) => [
  staff('/benefit_card', 'types', 'listCardTypes', () => import('./web/card-types.tsx'), {
    menu: { root: 'my', area: 'members', icon: 'credit-card', sort: 30 },
  }),
  staff(
    '/update_benefit_card_package',
    'packages',
    'listCardPackages',
    () => import('./web/card-packages.tsx'),
    {
      menu: { tabOf: '/benefit_card', icon: 'package', sort: 10 },
    },
  ),
  staff('/sold_cards', 'sold', 'listSoldCards', () => import('./web/sold-cards.tsx'), {
    menu: { tabOf: '/benefit_card', icon: 'receipt', sort: 20 },
  }),
  staff('/update_benefit_card', 'edit', 'saveCardType', () => import('./web/edit-type.tsx')),
  player('/benefit_card_shop', 'shop', null, () => import('./player/shop-page.tsx'), { asksWho: true }),
  player('/buy_card', 'buy', null, () => import('./player/buy-page.tsx'), {
    depth: 3,
    asksWho: true,
    platforms: ['alipay'],
  }),
  player('/my_card', 'mine', null, () => import('./player/mine-page.tsx'), { asksWho: true }),
  player('/detail_card', 'detail', null, () => import('./player/detail-page.tsx'), { depth: 3 }),
]);
