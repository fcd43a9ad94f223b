import { defineFeature } from '#kit/contract/feature.ts';
import { groupBuyNotices } from './contract/notices.ts';
import { groupBuysContract } from './contract.ts';
import screens from './screens.ts';

export const groupBuysFeature = defineFeature({
  name: 'groupbuys',
  about: 'Codes that Douyin and Meituan sell: authorised stores, deals, verifications',
  foreign: groupBuyNotices,
  endpoints: groupBuysContract,
  screens,
});
export default groupBuysFeature;
