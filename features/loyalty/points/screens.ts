import { defineScreens } from '#kit/contract/screen.ts';
import type { pointsContract } from './contract.ts';

export default defineScreens<typeof pointsContract>('points', ({ staff, player }) => [
  staff('/integralStore', 'overview', 'readPointsOverview', () => import('./web/overview.tsx'), {
    menu: { root: 'my', area: 'store', icon: 'building-store', sort: 10 },
  }),
  staff('/integralStore/memberIntegral', 'holdings', 'listHoldings', () => import('./web/holdings.tsx'), {
    depth: 3,
    menu: { root: 'my', area: 'store', icon: 'star', sort: 20, family: 'points' },
  }),
  staff('/integralStore/integralLog', 'movements', 'listMovements', () => import('./web/movements.tsx'), {
    depth: 3,
    menu: { tabOf: '/integralStore/memberIntegral', icon: 'file-text', sort: 10 },
  }),
  staff(
    '/integralStore/userUpdateRecord',
    'adjustments',
    'listAdjustments',
    () => import('./web/adjustments.tsx'),
    {
      depth: 3,
      menu: { tabOf: '/integralStore/memberIntegral', icon: 'user-check', sort: 20 },
    },
  ),
  staff('/integralStore/editIntegral', 'adjust', 'adjustPoints', () => import('./web/adjust.tsx'), {
    depth: 3,
    menu: { tabOf: '/integralStore/memberIntegral', icon: 'edit', sort: 30 },
  }),
  staff(
    '/integralStore/ticketCodes',
    'ticketCodes',
    'listTicketCodes',
    () => import('./web/ticket-codes.tsx'),
    {
      depth: 3,
      menu: { tabOf: '/integralStore/memberIntegral', icon: 'ticket', sort: 40 },
    },
  ),
  staff('/integralStore/pointRules', 'rules', 'readPointRules', () => import('./web/rules.tsx'), {
    depth: 3,
    menu: { tabOf: '/integralStore/memberIntegral', icon: 'settings', sort: 50 },
  }),
  staff('/integralStore/pointRates', 'rates', 'listRates', () => import('./web/rates.tsx'), {
    depth: 3,
    menu: { tabOf: '/integralStore/memberIntegral', icon: 'discount', sort: 60 },
  }),
  player('/subIntegralStore/integral', 'ownPoints', null, () => import('./player/own-points.tsx'), {
    asksWho: true,
  }),
  player('/program/playerTickets', 'ownTickets', null, () => import('./player/own-tickets.tsx'), {
    asksWho: true,
  }),
  player(
    '/program/membershipCode/lottery-ticket',
    'claimTickets',
    null,
    () => import('./player/claim-tickets.tsx'),
    {
      asksWho: true,
    },
  ),
  player('/program/home/Lotteryticket', 'ranking', null, () => import('./player/ranking.tsx'), {
    asksWho: true,
  }),
]);
