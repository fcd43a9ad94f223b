import { defineFeature } from '#kit/contract/feature.ts';
import { packagesContract } from './contract.ts';
import screens from './screens.ts';

export const packagesFeature = defineFeature({
  name: 'packages',
  about: 'What is sold: coin packages, prices, who may buy them and when',
  endpoints: packagesContract,
  screens,
});
export default packagesFeature;
