import { defineSlots } from '#kit/ui/slots.ts';

export default defineSlots('payments', {
  wechatSignatures: { rank: 10, load: () => import('./web/wechat-signature.ts') },
});
