import { defineFeature } from '#kit/contract/feature.ts';
import { stockContract } from './contract.ts';
import screens from './screens.ts';

export const stockFeature = defineFeature({
  name: 'stock',
  about: 'Stocks of goods: stores, movements, counts, suppliers',
  endpoints: stockContract,
  screens,
});
export default stockFeature;
