import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('content', {
  topBarMessages: { rank: 20, load: () => import('./web/message-bell.tsx') },
  homeNews: { rank: 10, load: () => import('./web/home-news.tsx') },
});
