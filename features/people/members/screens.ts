import { defineScreens } from '#kit/contract/screen.ts';
import type { membersContract } from './contract.ts';

export default defineScreens<typeof membersContract>('members', ({ staff }) => [
  staff('/member_management', 'overview', 'readOverview', () => import('./web/overview.tsx'), {
    menu: { root: 'my', area: 'members', icon: 'users-group', sort: 5, family: 'members' },
  }),
  staff('/vip_list', 'list', 'listMembers', () => import('./web/member-list.tsx'), {
    aliases: ['/new_vip_list'],
    keepAlive: true,
    menu: { tabOf: '/member_management', icon: 'users', sort: 10 },
  }),
  staff('/member_figures', 'figures', 'readFigures', () => import('./web/figures.tsx'), {
    menu: { tabOf: '/member_management', icon: 'chart-bar', sort: 15 },
  }),
  staff('/member_level', 'levels', 'listLevels', () => import('./web/level-list.tsx'), {
    menu: { tabOf: '/member_management', icon: 'trophy', sort: 20 },
  }),
  staff('/grade_preference', 'discounts', 'listLevelDiscounts', () => import('./web/level-discounts.tsx'), {
    menu: { tabOf: '/member_management', icon: 'discount', sort: 30 },
  }),
  staff('/freeTimes', 'freePlays', 'listFreePlays', () => import('./web/free-plays.tsx'), {
    menu: { tabOf: '/member_management', icon: 'ticket', sort: 50 },
  }),
  staff('/old_players', 'oldPlayers', 'listOldPlayers', () => import('./web/old-players.tsx'), {
    menu: { tabOf: '/member_management', icon: 'upload', sort: 60 },
  }),
  staff('/member_detail', 'detail', 'readMember', () => import('./web/member-detail.tsx')),
]);
