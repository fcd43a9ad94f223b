import { defineScreens } from '#kit/contract/screen.ts';
import type { wechatContract } from './contract.ts';

export default defineScreens<typeof wechatContract>('wechat', [
  {
    path: '/wechat_link',
    title: 'link',
    audience: 'anyone',
    depth: 2,
    load: () => import('./web/link-page.tsx'),
  },
]);
