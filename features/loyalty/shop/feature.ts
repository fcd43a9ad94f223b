import { defineFeature } from '#kit/contract/feature.ts';
import { shopContract } from './contract.ts';
import screens from './screens.ts';

export const shopFeature = defineFeature({
  name: 'shop',
  about: 'Goods sold to players: shelf, orders, delivery',
  endpoints: shopContract,
  screens,
});
export default shopFeature;
