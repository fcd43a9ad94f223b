import { defineScreens } from '#kit/contract/screen.ts';
import type { wechatContract } from './contract.ts';

export default defineScreens<typeof wechatContract>('wechat', ({ anyone }) => [
  anyone('/wechat_link', 'link', null, () => import('./web/link-page.tsx')),
]);
