import { defineFeature } from '#kit/contract/feature.ts';
import { exchangeContract } from './contract.ts';
import screens from './screens.ts';

export const exchangeFeature = defineFeature({
  name: 'exchange',
  about: 'Goods for points: shelf, orders, pick-up and dispatch',
  endpoints: exchangeContract,
  screens,
});
export default exchangeFeature;
