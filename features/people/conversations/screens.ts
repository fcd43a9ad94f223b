import { defineScreens } from '#kit/contract/screen.ts';
import type { conversationsContract } from './contract.ts';

export default defineScreens<typeof conversationsContract>('conversations', ({ staff, player }) => [
  staff('/reply', 'reply', 'listConversations', () => import('./web/reply.tsx'), {
    menu: { root: 'my', area: 'members', icon: 'message', sort: 40 },
  }),
  staff('/quick_replies', 'quickReplies', 'listQuickReplies', () => import('./web/quick-replies.tsx'), {
    menu: { tabOf: '/reply', icon: 'message', sort: 10 },
  }),
  player('/program/my/service', 'service', null, () => import('./player/service-page.tsx'), {
    asksWho: true,
  }),
  player('/program/my/service/chat', 'chat', null, () => import('./player/chat-page.tsx'), {
    depth: 3,
    asksWho: true,
  }),
]);
