import { defineFeature } from '#kit/contract/feature.ts';
import { coinsContract } from './contract.ts';
import screens from './screens.ts';

export const coinsFeature = defineFeature({
  name: 'coins',
  about: 'Coins at machines: hoppers, exchange, deposits, coins let out by staff',
  endpoints: coinsContract,
  screens,
});
export default coinsFeature;
