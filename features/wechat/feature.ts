import { defineFeature } from '#kit/contract/feature.ts';
import { wechatContract } from './contract.ts';
import screens from './screens.ts';

export const wechatFeature = defineFeature({ name: 'wechat', endpoints: wechatContract, screens });
export default wechatFeature;
