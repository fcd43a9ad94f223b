import { defineFeature } from '#kit/contract/feature.ts';
import { wechatContract } from './contract.ts';
import screens from './screens.ts';

export const wechatFeature = defineFeature({
  name: 'wechat',
  about: 'WeChat: official account, menus, messages, mini-program',
  endpoints: wechatContract,
  screens,
});
export default wechatFeature;
