import { defineFeature } from '#kit/contract/feature.ts';
import { conversationsContract } from './contract.ts';
import screens from './screens.ts';

export const conversationsFeature = defineFeature({
  name: 'conversations',
  about: 'Conversations between players and shops: customer service',
  endpoints: conversationsContract,
  screens,
});
export default conversationsFeature;
