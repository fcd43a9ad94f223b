import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('content', {
  topBarMessages: () => import('./web/message-bell.tsx'),
  homeNews: () => import('./web/home-news.tsx'),
});
