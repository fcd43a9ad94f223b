import { defineFeature } from '#kit/contract/feature.ts';
import { vendingContract } from './contract.ts';
import screens from './screens.ts';

export const vendingFeature = defineFeature({
  name: 'vending',
  about: 'Vending machines: lanes, products, replenishment',
  endpoints: vendingContract,
  screens,
});
export default vendingFeature;
